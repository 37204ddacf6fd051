import { decodeEsphome } from '../../../src/features/boards/decoders/esphome.ts'
import type { Corpus } from './corpus.ts'

export const esphomeCorpus: Corpus = {
  family: 'esphome',
  decode: decodeEsphome,
  source: 'https://esphome.io/components/sensor/',
  rows: [
    {
      title: 'living_room_temperature',
      topic: 'greenhouse/sensor/living_room_temperature/state',
      payload: '21.7',
      readings: [{ values: { 'temperature living_room': 21.7 } }],
    },
    {
      title: 'living_room_humidity',
      topic: 'greenhouse/sensor/living_room_humidity/state',
      payload: '55.3',
      readings: [{ values: { 'humidity living_room': 55.3 } }],
    },
    {
      title: 'living_room_pressure',
      topic: 'greenhouse/sensor/living_room_pressure/state',
      payload: '1003.1',
      readings: [{ values: { 'airPressure living_room': 1003.1 } }],
    },
    {
      title: 'bme680_gas_resistance',
      topic: 'greenhouse/sensor/bme680_gas_resistance/state',
      payload: '48.51',
      readings: [{ values: { 'other bme680_gas_resistance': 48.51 } }],
    },
    {
      title: 'workshop_co2',
      topic: 'greenhouse/sensor/workshop_co2/state',
      payload: '612',
      readings: [{ values: { 'co2 workshop': 612 } }],
    },
    {
      title: 'scd41_temperature',
      topic: 'greenhouse/sensor/scd41_temperature/state',
      payload: '22.41',
      readings: [{ values: { 'temperature scd41': 22.41 } }],
    },
    {
      title: 'bh1750_illuminance',
      topic: 'greenhouse/sensor/bh1750_illuminance/state',
      payload: '1322.5',
      readings: [{ values: { 'illuminance bh1750': 1322.5 } }],
    },
    {
      title: 'xiaomi_hhccjcy01_soil_moisture',
      topic: 'greenhouse/sensor/xiaomi_hhccjcy01_soil_moisture/state',
      payload: '41',
      readings: [{ values: { 'soilMoisture xiaomi_hhccjcy01': 41 } }],
    },
    {
      title: 'xiaomi_hhccjcy01_soil_conductivity',
      topic: 'greenhouse/sensor/xiaomi_hhccjcy01_soil_conductivity/state',
      payload: '271',
      readings: [{ values: { 'conductivity xiaomi_hhccjcy01_soil': 271 } }],
    },
    {
      title: 'xiaomi_hhccjcy01_illuminance',
      topic: 'greenhouse/sensor/xiaomi_hhccjcy01_illuminance/state',
      payload: '1250',
      readings: [{ values: { 'illuminance xiaomi_hhccjcy01': 1250 } }],
    },
    {
      title: 'wifi_signal',
      topic: 'greenhouse/sensor/wifi_signal/state',
      payload: '-67',
      readings: [{ values: { signalStrength: -67 } }],
    },
    {
      title: 'dallas_temperature_2',
      topic: 'greenhouse/sensor/dallas_temperature_2/state',
      payload: '18.94',
      readings: [{ values: { 'other dallas_temperature_2': 18.94 } }],
    },
    {
      title: 'sps30_pm2_5',
      topic: 'greenhouse/sensor/sps30_pm2_5/state',
      payload: '8.4',
      readings: [{ values: { 'pm25 sps30': 8.4 } }],
    },
    {
      title: 'water_temperature',
      topic: 'greenhouse/sensor/water_temperature/state',
      payload: '17.2',
      readings: [{ values: { waterTemperature: 17.2 } }],
    },
    { title: 'sgp30_tvoc', topic: 'greenhouse/sensor/sgp30_tvoc/state', payload: 'nan', readings: [] },
    {
      title: 'uptime_sensor',
      topic: 'greenhouse/sensor/uptime_sensor/state',
      payload: '3605',
      readings: [{ values: { 'other uptime_sensor': 3605 } }],
    },
  ],
}
