import { Link } from 'wouter'

export function AboutPage() {
  return (
    <>
      <p>
        Greenhouse is for people who grow things and would like to know how they are doing without walking out in the
        rain. Small sensor boards send temperature, humidity, air pressure and air quality; Greenhouse keeps every
        reading and shows it the moment it arrives, and years later.
      </p>
      <h2>What it does</h2>
      <ul>
        <li>Shows what each of your devices measures now, and how old that is. An old number looks old.</li>
        <li>
          Draws the history of any range, with the lowest and highest values. Where a device was silent you see a gap,
          never a guess.
        </li>
        <li>
          Confirms a reading to the device only once it is safely on disk. A power cut costs you nothing that was
          confirmed.
        </li>
      </ul>
      <h2>What it does not do</h2>
      <ul>
        <li>
          It doesn’t phone home. Fonts, pictures and scripts all come from the machine it runs on; only the weather is
          asked for elsewhere, by the server, and without your name.
        </li>
        <li>It does not count you, profile you or show you to anybody.</li>
        <li>It does not hold your readings hostage: they are stored in one ordinary database that is yours to copy.</li>
      </ul>
      <h2>Who runs it</h2>
      <p>
        Whoever installed it on this machine. Greenhouse is free software under the MIT licence; there is no company
        behind this page and no cloud behind the greenhouse. See <Link to="/privacy">Privacy</Link> for what it stores
        about you.
      </p>
    </>
  )
}
