import { decodeTtn } from '../../../src/features/boards/decoders/ttn.ts'
import type { Corpus } from './corpus.ts'

export const ttnCorpus: Corpus = {
  family: 'ttn',
  decode: decodeTtn,
  source:
    'https://wiki.dragino.com, https://github.com/decentlab/decentlab-decoders, https://github.com/Milesight-IoT/SensorDecoders, https://docs.mydevices.com/docs/lorawan/cayenne-lpp',
  topic: 'v3/app1@ttn/devices/dev1/up',
  rows: [
    {
      title: 'Dragino LSE01',
      payload:
        '{"end_device_ids":{"device_id":"dev1","dev_eui":"0004A30B001C0530"},"received_at":"2024-02-12T15:15:45.787Z","uplink_message":{"f_port":1,"decoded_payload":{"BatV":3.321,"Mod":0,"i_flag":0,"TempC_DS18B20":"0.0","conduct_SOIL":152,"temp_SOIL":"19.32","water_SOIL":"31.20"}}}',
      readings: [
        {
          time: '2024-02-12T15:15:45.787Z',
          values: {
            batteryVoltage: 3.321,
            'other Mod': 0,
            'other i_flag': 0,
            'temperature ds18b20': 0,
            conductivity: 152,
            soilTemperature: 19.32,
            soilMoisture: 31.2,
          },
        },
      ],
    },
    {
      title: 'Dragino LHT65',
      payload:
        '{"end_device_ids":{"device_id":"dev1","dev_eui":"0004A30B001C0530"},"received_at":"2024-02-12T15:15:45.787Z","uplink_message":{"f_port":1,"decoded_payload":{"BatV":3.07,"Bat_status":3,"Ext_sensor":"Temperature Sensor","Hum_SHT":"53.4","TempC_DS":"22.12","TempC_SHT":"22.31"}}}',
      readings: [
        {
          time: '2024-02-12T15:15:45.787Z',
          values: {
            batteryVoltage: 3.07,
            'other Bat_status': 3,
            'humidity sht': 53.4,
            'temperature ds': 22.12,
            'temperature sht': 22.31,
          },
        },
      ],
    },
    {
      title: 'Dragino LLMS01',
      payload:
        '{"end_device_ids":{"device_id":"dev1","dev_eui":"0004A30B001C0530"},"received_at":"2024-02-12T15:15:45.787Z","uplink_message":{"f_port":1,"decoded_payload":{"BatV":3.6,"Leaf_Moisture":"12.5","Leaf_Temperature":"20.4"}}}',
      readings: [
        { time: '2024-02-12T15:15:45.787Z', values: { batteryVoltage: 3.6, leafWetness: 12.5, leafTemperature: 20.4 } },
      ],
    },
    {
      title: 'Dragino SPH01',
      payload:
        '{"end_device_ids":{"device_id":"dev1","dev_eui":"0004A30B001C0530"},"received_at":"2024-02-12T15:15:45.787Z","uplink_message":{"f_port":1,"decoded_payload":{"BatV":3.6,"PH1_SOIL":"6.42","TEMP_SOIL":"21.30"}}}',
      readings: [
        { time: '2024-02-12T15:15:45.787Z', values: { batteryVoltage: 3.6, ph: 6.42, soilTemperature: 21.3 } },
      ],
    },
    {
      title: 'Dragino D20',
      payload:
        '{"end_device_ids":{"device_id":"dev1","dev_eui":"0004A30B001C0530"},"received_at":"2024-02-12T15:15:45.787Z","uplink_message":{"f_port":1,"decoded_payload":{"BatV":3.25,"TempC1":21.5,"TempC2":22.5,"TempC3":-3.5}}}',
      readings: [
        {
          time: '2024-02-12T15:15:45.787Z',
          values: { batteryVoltage: 3.25, 'temperature 1': 21.5, 'temperature 2': 22.5, 'temperature 3': -3.5 },
        },
      ],
    },
    {
      title: 'Cayenne LPP',
      payload:
        '{"end_device_ids":{"device_id":"dev1","dev_eui":"0004A30B001C0530"},"received_at":"2024-02-12T15:15:45.787Z","uplink_message":{"f_port":1,"decoded_payload":{"temperature_1":27.2,"relative_humidity_2":51.5,"analog_in_3":1.23,"barometric_pressure_4":1013.2,"luminosity_5":320}}}',
      readings: [
        {
          time: '2024-02-12T15:15:45.787Z',
          values: {
            'temperature 1': 27.2,
            'humidity 2': 51.5,
            'other analog_in_3': 1.23,
            'airPressure 4': 1013.2,
            'illuminance 5': 320,
          },
        },
      ],
    },
    {
      title: 'Decentlab DL-ATM41',
      payload:
        '{"end_device_ids":{"device_id":"dev1","dev_eui":"0004A30B001C0530"},"received_at":"2024-02-12T15:15:45.787Z","uplink_message":{"f_port":1,"decoded_payload":{"air_temperature":{"displayName":"Air temperature","unit":"°C","value":18.5},"vapor_pressure":{"displayName":"Vapor pressure","unit":"kPa","value":1.2},"atmospheric_pressure":{"displayName":"Atmospheric pressure","unit":"kPa","value":95.9},"relative_humidity":{"displayName":"Relative humidity","unit":"%","value":56.4},"solar_radiation":{"displayName":"Solar radiation","unit":"W⋅m⁻²","value":412},"wind_speed":{"displayName":"Wind speed","unit":"m⋅s⁻¹","value":2.1},"battery_voltage":{"displayName":"Battery voltage","unit":"V","value":3.01}}}}',
      readings: [
        {
          time: '2024-02-12T15:15:45.787Z',
          values: {
            temperature: 18.5,
            'other vapor_pressure': [1.2, 'kPa'],
            airPressure: 959,
            humidity: 56.4,
            solarRadiation: 412,
            windSpeed: 2.1,
            batteryVoltage: 3.01,
          },
        },
      ],
    },
    {
      title: 'Decentlab DL-IAM',
      payload:
        '{"end_device_ids":{"device_id":"dev1","dev_eui":"0004A30B001C0530"},"received_at":"2024-02-12T15:15:45.787Z","uplink_message":{"f_port":1,"decoded_payload":{"battery_voltage":{"displayName":"Battery voltage","unit":"V","value":3},"air_temperature":{"displayName":"Air temperature","unit":"°C","value":23.4},"air_humidity":{"displayName":"Air humidity","unit":"%","value":37.6},"barometric_pressure":{"displayName":"Barometric pressure","unit":"Pa","value":97768},"co2_concentration":{"displayName":"CO2 concentration","unit":"ppm","value":732},"co2_concentration_lpf":{"displayName":"CO2 concentration LPF","unit":"ppm","value":729},"co2_sensor_status":{"displayName":"CO2 sensor status","value":0}}}}',
      readings: [
        {
          time: '2024-02-12T15:15:45.787Z',
          values: {
            batteryVoltage: 3,
            temperature: 23.4,
            humidity: 37.6,
            airPressure: 977.68,
            co2: 732,
            'co2 concentration_lpf': 729,
            'other co2_sensor_status': 0,
          },
        },
      ],
    },
    {
      title: 'Decentlab DL-LP8P',
      payload:
        '{"end_device_ids":{"device_id":"dev1","dev_eui":"0004A30B001C0530"},"received_at":"2024-02-12T15:15:45.787Z","uplink_message":{"f_port":1,"decoded_payload":{"air_temperature":{"displayName":"Air temperature","unit":"°C","value":24.05},"barometric_pressure":{"displayName":"Barometric pressure","unit":"Pa","value":97622},"co2_concentration":{"displayName":"CO2 concentration","unit":"ppm","value":501},"co2_sensor_temperature":{"displayName":"CO2 sensor temperature","unit":"°C","value":23.95},"co2_sensor_status":{"displayName":"CO2 sensor status","value":0}}}}',
      readings: [
        {
          time: '2024-02-12T15:15:45.787Z',
          values: {
            temperature: 24.05,
            airPressure: 976.22,
            co2: 501,
            'temperature co2_sensor': 23.95,
            'other co2_sensor_status': 0,
          },
        },
      ],
    },
    {
      title: 'Decentlab DL-PM',
      payload:
        '{"end_device_ids":{"device_id":"dev1","dev_eui":"0004A30B001C0530"},"received_at":"2024-02-12T15:15:45.787Z","uplink_message":{"f_port":1,"decoded_payload":{"pm1_0_mass_concentration":{"displayName":"PM1.0 mass concentration","unit":"µg⋅m⁻³","value":3.7},"pm2_5_mass_concentration":{"displayName":"PM2.5 mass concentration","unit":"µg⋅m⁻³","value":3.9},"pm4_mass_concentration":{"displayName":"PM4 mass concentration","unit":"µg⋅m⁻³","value":3.9},"pm10_mass_concentration":{"displayName":"PM10 mass concentration","unit":"µg⋅m⁻³","value":3.9},"pm10_number_concentration":{"displayName":"PM10 number concentration","unit":"1⋅cm⁻³","value":29.3}}}}',
      readings: [
        {
          time: '2024-02-12T15:15:45.787Z',
          values: {
            'other pm1_0_mass_concentration': [3.7, 'µg⋅m⁻³'],
            pm25: 3.9,
            'other pm4_mass_concentration': [3.9, 'µg⋅m⁻³'],
            pm10: 3.9,
            'other pm10_number_concentration': [29.3, '1⋅cm⁻³'],
          },
        },
      ],
    },
    {
      title: 'Decentlab DL-PAR',
      payload:
        '{"end_device_ids":{"device_id":"dev1","dev_eui":"0004A30B001C0530"},"received_at":"2024-02-12T15:15:45.787Z","uplink_message":{"f_port":1,"decoded_payload":{"photosynthetically_active_radiation":{"displayName":"Photosynthetically active radiation","unit":"µmol⋅m⁻²⋅s⁻¹","value":410.5},"battery_voltage":{"displayName":"Battery voltage","unit":"V","value":3.03}}}}',
      readings: [{ time: '2024-02-12T15:15:45.787Z', values: { ppfd: 410.5, batteryVoltage: 3.03 } }],
    },
    {
      title: 'Decentlab DL-5TE',
      payload:
        '{"end_device_ids":{"device_id":"dev1","dev_eui":"0004A30B001C0530"},"received_at":"2024-02-12T15:15:45.787Z","uplink_message":{"f_port":1,"decoded_payload":{"dielectric_permittivity":{"displayName":"Dielectric permittivity","value":1.5},"volumetric_water_content":{"displayName":"Volumetric water content","unit":"m³⋅m⁻³","value":0.231},"electrical_conductivity":{"displayName":"Electrical conductivity","unit":"µS⋅cm⁻¹","value":120},"soil_temperature":{"displayName":"Soil temperature","unit":"°C","value":17.3}}}}',
      readings: [
        {
          time: '2024-02-12T15:15:45.787Z',
          values: {
            'other dielectric_permittivity': 1.5,
            soilMoisture: 23.1,
            conductivity: 120,
            soilTemperature: 17.3,
          },
        },
      ],
    },
    {
      title: 'Decentlab DL-PHEHT',
      payload:
        '{"end_device_ids":{"device_id":"dev1","dev_eui":"0004A30B001C0530"},"received_at":"2024-02-12T15:15:45.787Z","uplink_message":{"f_port":1,"decoded_payload":{"ph_ph":{"displayName":"pH: pH","unit":"pH","value":7.11},"ph_mv":{"displayName":"pH: mV","unit":"mV","value":-12.5},"ph_temperature":{"displayName":"pH: Temperature","unit":"°C","value":22.1}}}}',
      readings: [
        {
          time: '2024-02-12T15:15:45.787Z',
          values: { 'ph ph': 7.11, 'other ph_mv': [-12.5, 'mV'], 'temperature ph': 22.1 },
        },
      ],
    },
    {
      title: 'Milesight EM500-SMTC',
      payload:
        '{"end_device_ids":{"device_id":"dev1","dev_eui":"0004A30B001C0530"},"received_at":"2024-02-12T15:15:45.787Z","uplink_message":{"f_port":1,"decoded_payload":{"battery":92,"temperature":25.4,"moisture":41.5,"ec":512}}}',
      readings: [
        {
          time: '2024-02-12T15:15:45.787Z',
          values: { battery: 92, temperature: 25.4, soilMoisture: 41.5, conductivity: 512 },
        },
      ],
    },
    {
      title: 'Milesight AM107',
      payload:
        '{"end_device_ids":{"device_id":"dev1","dev_eui":"0004A30B001C0530"},"received_at":"2024-02-12T15:15:45.787Z","uplink_message":{"f_port":1,"decoded_payload":{"battery":92,"temperature":24.6,"humidity":56.5,"activity":0,"illumination":315,"illumination_visible":270,"co2":690,"pressure":1008.3}}}',
      readings: [
        {
          time: '2024-02-12T15:15:45.787Z',
          values: {
            battery: 92,
            temperature: 24.6,
            humidity: 56.5,
            'other activity': 0,
            illuminance: 315,
            'other illumination_visible': 270,
            co2: 690,
            airPressure: 1008.3,
          },
        },
      ],
    },
    {
      title: 'Milesight EM300-TH',
      payload:
        '{"end_device_ids":{"device_id":"dev1","dev_eui":"0004A30B001C0530"},"received_at":"2024-02-12T15:15:45.787Z","uplink_message":{"f_port":1,"decoded_payload":{"battery":100,"temperature":27.2,"humidity":56.5}}}',
      readings: [{ time: '2024-02-12T15:15:45.787Z', values: { battery: 100, temperature: 27.2, humidity: 56.5 } }],
    },
  ],
}
