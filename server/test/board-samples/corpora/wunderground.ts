import { decodeWunderground } from '../../../src/features/boards/decoders/wunderground.ts'
import type { Corpus } from './corpus.ts'

export const wundergroundCorpus: Corpus = {
  family: 'wunderground',
  decode: decodeWunderground,
  source: 'https://support.weather.com/s/article/PWS-Upload-Protocol',
  topic: 'http',
  rows: [
    {
      title: 'temperature and humidity',
      query:
        'ID=IGARTEN1&PASSWORD=x&dateutc=2022-02-06+20%3A00%3A03&tempf=70.5&humidity=90&softwaretype=WeatherLogger&action=updateraw',
      payload: '',
      readings: [{ time: '2022-02-06T20:00:03.000Z', values: { temperature: 21.389, humidity: 90 } }],
    },
    {
      title: 'pressure',
      query:
        'ID=IGARTEN1&PASSWORD=x&dateutc=2022-02-06+20%3A00%3A03&baromin=29.1&softwaretype=WeatherLogger&action=updateraw',
      payload: '',
      readings: [{ time: '2022-02-06T20:00:03.000Z', values: { airPressure: 985.439 } }],
    },
    {
      title: 'wind',
      query:
        'ID=IGARTEN1&PASSWORD=x&dateutc=2022-02-06+20%3A00%3A03&winddir=230&windspeedmph=12&windgustmph=12&softwaretype=WeatherLogger&action=updateraw',
      payload: '',
      readings: [
        {
          time: '2022-02-06T20:00:03.000Z',
          values: { 'other winddir': [230, '°'], windSpeed: 5.364, 'windSpeed gust': 5.364 },
        },
      ],
    },
    {
      title: 'gust of the last ten minutes',
      query:
        'ID=IGARTEN1&PASSWORD=x&dateutc=2022-02-06+20%3A00%3A03&windgustmph_10m=15&windgustdir_10m=240&softwaretype=WeatherLogger&action=updateraw',
      payload: '',
      readings: [
        { time: '2022-02-06T20:00:03.000Z', values: { 'windSpeed 10m': 6.706, 'other windgustdir': [240, '°'] } },
      ],
    },
    {
      title: 'rain',
      query:
        'ID=IGARTEN1&PASSWORD=x&dateutc=2022-02-06+20%3A00%3A03&rainin=0.1&dailyrainin=0.2&softwaretype=WeatherLogger&action=updateraw',
      payload: '',
      readings: [{ time: '2022-02-06T20:00:03.000Z', values: { rainRate: 2.54, 'other dailyrain': [5.08, 'mm'] } }],
    },
    {
      title: 'soil',
      query:
        'ID=IGARTEN1&PASSWORD=x&dateutc=2022-02-06+20%3A00%3A03&soiltempf=59&soilmoisture=33&softwaretype=WeatherLogger&action=updateraw',
      payload: '',
      readings: [{ time: '2022-02-06T20:00:03.000Z', values: { soilTemperature: 15, soilMoisture: 33 } }],
    },
    {
      title: 'second soil probe',
      query:
        'ID=IGARTEN1&PASSWORD=x&dateutc=2022-02-06+20%3A00%3A03&soiltemp2f=50&soilmoisture2=44&softwaretype=WeatherLogger&action=updateraw',
      payload: '',
      readings: [{ time: '2022-02-06T20:00:03.000Z', values: { 'soilTemperature 2': 10, 'soilMoisture 2': 44 } }],
    },
    {
      title: 'leaf',
      query:
        'ID=IGARTEN1&PASSWORD=x&dateutc=2022-02-06+20%3A00%3A03&leafwetness=11&leafwetness2=12&softwaretype=WeatherLogger&action=updateraw',
      payload: '',
      readings: [{ time: '2022-02-06T20:00:03.000Z', values: { leafWetness: 11, 'leafWetness 2': 12 } }],
    },
    {
      title: 'sun',
      query:
        'ID=IGARTEN1&PASSWORD=x&dateutc=2022-02-06+20%3A00%3A03&solarradiation=250&UV=3&softwaretype=WeatherLogger&action=updateraw',
      payload: '',
      readings: [{ time: '2022-02-06T20:00:03.000Z', values: { solarRadiation: 250, 'other UV': 3 } }],
    },
    {
      title: 'indoors',
      query:
        'ID=IGARTEN1&PASSWORD=x&dateutc=2022-02-06+20%3A00%3A03&indoortempf=68&indoorhumidity=45&softwaretype=WeatherLogger&action=updateraw',
      payload: '',
      readings: [{ time: '2022-02-06T20:00:03.000Z', values: { 'temperature indoor': 20, 'humidity indoor': 45 } }],
    },
    {
      title: 'air',
      query:
        'ID=IGARTEN1&PASSWORD=x&dateutc=2022-02-06+20%3A00%3A03&AqPM2.5=7.5&AqPM10=11&softwaretype=WeatherLogger&action=updateraw',
      payload: '',
      readings: [{ time: '2022-02-06T20:00:03.000Z', values: { pm25: 7.5, pm10: 11 } }],
    },
    {
      title: 'dew point is left out',
      query:
        'ID=IGARTEN1&PASSWORD=x&dateutc=2022-02-06+20%3A00%3A03&dewptf=50&tempf=68&softwaretype=WeatherLogger&action=updateraw',
      payload: '',
      readings: [{ time: '2022-02-06T20:00:03.000Z', values: { temperature: 20 } }],
    },
    {
      title: 'a second thermometer',
      query:
        'ID=IGARTEN1&PASSWORD=x&dateutc=2022-02-06+20%3A00%3A03&temp2f=41&softwaretype=WeatherLogger&action=updateraw',
      payload: '',
      readings: [{ time: '2022-02-06T20:00:03.000Z', values: { 'temperature 2': 5 } }],
    },
  ],
}
