import { backups, linkPage, TIME } from './examples.ts'
import type { Entries } from './route-entry.ts'
import { advice, forecast, morningNote, nights, weatherPlace } from './weather-examples.ts'

const TOPICS = ['alerts-$USER_ID', 'GreenhouseSensorData/$DEVICE_ID']

export const surroundingEntries: Entries<
  'weather' | 'advice' | 'morning' | 'newsletter' | 'live' | 'browserError' | 'server'
> = {
  weather: {
    forecast: {
      ids: { placeId: '$PLACE_ID' },
      does: 'Returns the weather at your town, or at a place of a household: now, the next 24 hours and the next days. `stale` marks what is shown because the weather service is away.',
      reply: forecast,
      problems: ['weather.away', 'place.not-found'],
    },
    nights: {
      ids: { placeId: '$PLACE_ID' },
      does: 'Returns the lowest temperature that is expected of the coming night outdoors and in each unheated place with a thermometer, and what the last one was. A place is expected to be as much warmer than its forecast as it was in the last 14 nights, in the median.',
      reply: nights,
      problems: ['place.not-found'],
    },
    search: {
      does: 'Returns up to five places of a name.',
      query: { name: 'Aarhus' },
      reply: [{ ...weatherPlace, region: 'Central Jutland, Denmark' }],
      problems: ['weather.away', 'weather.too-many'],
    },
    setPlace: { does: 'Chooses the place of your forecast.', may: 'self', changes: ['place'], body: weatherPlace },
  },
  morning: {
    get: {
      does: 'Returns up to three facts of a morning: the coldest place of the night or the heat of the day, the longest alert, silence or rain of the night, and the tasks of the day that remind you. A fact of the last two days gives way to another.',
      reply: morningNote,
    },
  },
  advice: {
    list: {
      does: 'Returns what the places of a household need: plants that the coming night or the heat of a day harms, rain that fell, and where rain of the next 24 hours makes a watering unnecessary. Old forecasts give no advice.',
      reply: {
        advice: [advice],
        rain: [{ placeIds: [advice.placeId], millimetres: 8, at: TIME }],
        forecastAt: TIME,
        isStale: false,
      },
    },
    cover: {
      does: 'Says that the plants of a place are covered: nothing more is sent about that night or day.',
      ids: { adviceId: '$ADVICE_ID' },
      may: 'carer',
      changes: ['advice'],
      reply: { ...advice, answeredAt: TIME },
      problems: ['advice.not-found'],
    },
    countRain: {
      does: 'Logs a watering of each living plant that it rained on, or says that the rain does not count. A second answer changes nothing.',
      ids: { adviceId: '$ADVICE_ID' },
      may: 'carer',
      changes: ['advice', 'care', 'tasks', 'plants', 'alerts'],
      body: { counts: true },
      reply: { advice: { ...advice, kind: 'rain', value: 7, answeredAt: TIME }, careId: '$CARE_ID' },
      problems: ['advice.not-found', 'care.full'],
    },
  },
  newsletter: {
    subscribe: {
      does: 'Mails a link that confirms a subscription, at once or when the server sends mail. The reply is the same for an address on the list.',
      body: { email: '$EMAIL' },
      problems: ['sign-in.throttled'],
    },
    unsubscribe: {
      does: 'Mails a link that ends a subscription. The reply is the same for an address that is not on the list.',
      body: { email: '$EMAIL' },
      problems: ['sign-in.throttled'],
    },
    unsubscribePage: { does: 'Returns a page with a button that unsubscribes.', ...linkPage },
    unsubscribeByLink: { does: 'Unsubscribes the address of a mailed link.', ...linkPage },
    confirmPage: { does: 'Returns a page with a button that confirms.', ...linkPage },
    confirm: { does: 'Confirms the address of a mailed link.', ...linkPage },
    send: {
      does: 'Mails every confirmed address.',
      may: 'self',
      changes: [],
      body: { subject: 'Spring', message: 'Sow tomatoes now.' },
      problems: ['role.not-admin'],
    },
  },
  live: {
    subscribe: {
      does: 'Sends messages of these topics to the WebSocket `/ws?id={clientId}`, which has to be open.',
      may: 'self',
      changes: [],
      body: { clientId: '$CLIENT_ID', topicIds: TOPICS },
      problems: ['client.not-found', 'client.not-yours', 'topic.not-yours', 'live.too-many'],
    },
    unsubscribe: {
      does: 'Ends subscriptions. A connection that is gone is no error.',
      may: 'self',
      changes: [],
      body: { clientId: '$CLIENT_ID', topicIds: TOPICS },
      problems: ['client.not-yours'],
    },
    broadcast: {
      does: 'Sends a message to all connections. For development: it is switched off unless EXAMPLE_BROADCAST is set.',
      may: 'self',
      changes: [],
      body: { eventType: 'Hello', message: 'Good morning' },
      problems: ['route.not-found'],
    },
  },
  browserError: {
    report: {
      does: 'Logs an exception of a page, without who had it. A page of one network may report ten a minute.',
      body: {
        message: "Cannot read properties of undefined (reading 'map')",
        stack: 'map@[native code]',
        page: '/plants',
        build: '/assets/index.js',
      },
      problems: ['browser-error.too-many'],
    },
  },
  server: {
    info: {
      does: 'Returns what a page or a board has to know of this server.',
      reply: { registrationOpen: true, sendsMail: false, publicUrl: null, mqttPort: 1883, mqttTls: false },
    },
    boardAddresses: {
      does: 'Returns the addresses in the local network at which boards find the server; none from elsewhere, or with a public address.',
      reply: { onlyThisMachine: false, addresses: ['192.168.1.20'] },
    },
    networkAccess: {
      does: 'Returns whether the server listens beyond its own machine, and whether an admin may change that, which no setting then decides.',
      reply: { open: false, switchable: true },
    },
    setNetworkAccess: {
      does: 'Has the server listen for people and boards on every network of its machine, or on the machine only, at once and after each restart. Asks an admin for the password.',
      may: 'self',
      changes: [],
      body: { open: true, password: '$PASSWORD' },
      reply: { open: true, switchable: true },
      problems: [
        'role.not-admin',
        'network.fixed',
        'network.not-stored',
        'network.port-taken',
        'password.wrong',
        'sign-in.throttled',
      ],
    },
    backups: { does: 'Returns the state of the backups.', reply: backups, problems: ['role.not-admin'] },
  },
}
