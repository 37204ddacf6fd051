import { decodeWunderground } from '../../src/features/boards/decoders/wunderground.ts'
import type { FamilySamples } from './sample.ts'

const PROTOCOL = 'https://support.weather.com/s/article/PWS-Upload-Protocol'
const topic = 'http'

export const wunderground: FamilySamples = {
  family: 'wunderground',
  decode: decodeWunderground,
  samples: [
    {
      title: 'the example of the protocol',
      source: PROTOCOL,
      messages: [
        {
          topic,
          query: '',
          payload:
            'ID=KCASANFR5&PASSWORD=key-of-the-station&dateutc=2000-01-01+10%3A32%3A35&winddir=230&windspeedmph=12&windgustmph=12&tempf=70&rainin=0&baromin=29.1&dewptf=68.2&humidity=90&weather=&clouds=&softwaretype=vws%20versionxx&action=updateraw',
        },
      ],
      says: [
        {
          board: 'wunderground KCASANFR5',
          model: 'vws versionxx',
          readings: [
            {
              time: '2000-01-01T10:32:35.000Z',
              values: {
                'other winddir': [230, '°'],
                windSpeed: 5.364,
                'windSpeed gust': 5.364,
                temperature: 21.111,
                rainRate: 0,
                airPressure: 985.439,
                humidity: 90,
              },
            },
          ],
        },
      ],
    },
    {
      title: 'soil, leaves and indoor air at arrival',
      source: PROTOCOL,
      messages: [
        {
          topic,
          query: '',
          payload:
            '?ID=IGARTEN1&PASSWORD=1234567&dateutc=now&temp2f=50&soiltempf=59&soiltemp2f=60.8&soilmoisture=41&soilmoisture2=25&leafwetness=10&leafwetness2=20&solarradiation=425.5&UV=3&indoortempf=71.6&indoorhumidity=45&AqPM2.5=7.5&dailyrainin=0.25&windspdmph_avg2m=3&lowbatt=0&realtime=1&rtfreq=5',
        },
      ],
      says: [
        {
          board: 'wunderground IGARTEN1',
          readings: [
            {
              values: {
                'temperature 2': 10,
                soilTemperature: 15,
                'soilTemperature 2': 16,
                soilMoisture: 41,
                'soilMoisture 2': 25,
                leafWetness: 10,
                'leafWetness 2': 20,
                solarRadiation: 425.5,
                'other UV': 3,
                'temperature indoor': 22,
                'humidity indoor': 45,
                pm25: 7.5,
                'other dailyrain': [6.35, 'mm'],
                'windSpeed avg2m': 1.341,
                'other lowbatt': 0,
              },
            },
          ],
        },
      ],
    },
  ],
}
