import { seed, type Seed } from './seed.ts'

const NOTES_TEST = 'web/src/pages/history/notes/use-history-notes.test.tsx'
const CARE = 'server/src/features/care/chart-care-store.ts'
const CARE_TEST = 'server/src/features/care/chart-care-store.test.ts'

/** One for each statement about the history in docs/specification-coverage.md. */
export const historySeeds: readonly Seed[] = [
  seed(
    'A plant with a linked sensor has its waterings on the chart of that sensor, others by their place',
    [CARE, '(not exists (${LINK}) and ${near})', '(${near})'],
    [CARE_TEST, 'shows the waterings of linked plants with their sensor, and those of other plants by place'],
  ),
  seed(
    'A sensor that moves to another plant keeps the waterings of both apart',
    [CARE, 'link.from_at <= care.at or not exists (', '1 = 1 or not exists ('],
    [CARE_TEST, 'keeps the waterings of two plants apart when a sensor moves from one to the other'],
  ),
  seed(
    'The notes of a chart are those of its range and its plants',
    [
      'server/src/features/care/care-store.ts',
      ".$if(until !== undefined, (query) => query.where('care.at', '<=', until ?? 0))",
      '',
    ],
    [CARE_TEST, 'lists the notes of a chart in a range'],
  ),
  seed(
    'Waterings of plants without a sensor follow the place of the device, or are switched on',
    ['web/src/pages/history/notes/chart-care.ts', 'placeId !== undefined || isOn', 'placeId !== undefined'],
    [NOTES_TEST, 'draws the care of plants without a sensor for a device in a place, or once it is switched on'],
  ),
  seed(
    'A note is on a chart with its first words',
    ['web/src/pages/history/notes/use-history-notes.ts', 'mark: firstWords(note)', 'mark: note'],
    [NOTES_TEST, 'draws the notes of plants with their first words'],
  ),
  seed(
    'A sign has the number of its events beside it',
    ['web/src/ui/chart/near-events.ts', 'return sign && String(events.length)', 'return undefined'],
    ['web/src/ui/chart/near-events.test.ts', 'counts several events beside their sign, and writes the text of one'],
  ),
  seed(
    'An alert is a bar as long as it lasted, with its furthest value',
    [
      'web/src/pages/history/notes/alert-notes.ts',
      'Math.max(closedAt === null ? now : Date.parse(closedAt), from)',
      'from',
    ],
    [NOTES_TEST, 'an alert of a chart lasts from opening to end, with its worst value beside it'],
  ),
  seed(
    'A chart has a band while a limit is broken',
    ['web/src/pages/history/plots/lanes.ts', 'isBroken && isOpen)', 'isBroken)'],
    [
      'web/src/pages/history/plots/lanes.test.ts',
      'a band is drawn for an open broken limit, and none for closed ones, silence and notes',
    ],
  ),
  seed(
    'Events that are too close to touch apart are one mark with a count',
    ['web/src/ui/chart/near-events.ts', 'left - last.left < EVENT_PX || ', ''],
    ['web/src/ui/chart/near-events.test.ts', 'joins close marks, with their number'],
  ),
  seed(
    'Hours beyond a limit are exact or bounded, and never zero while a value was beyond it',
    ['web/src/pages/history/summary/summary.tsx', "if (max === 0 && isReached) return 'a moment'", ''],
    ['web/src/pages/history/summary/summary.test.tsx', 'the summary states “%s” above a limit for points of %i ms'],
  ),
  seed(
    'A device of today is shown from its first reading',
    ['web/src/pages/history/view/history-view.ts', ' || now - first >= DAY_MS', ''],
    [
      'web/src/pages/history/view/history-view.test.ts',
      'shows the first day of a device from its first reading, until a range is chosen or the day is over',
    ],
  ),
]
