import type { ServerInfo } from '@greenhouse/contract'

/** Where devices find this server. */
export interface ServerAddress {
  readonly host: string
  readonly mqttPort: number
  readonly mqttTls: boolean
  /** `https://greenhouse.example.org`, without a slash at its end. */
  readonly origin: string
}

/** Where boards find the server at a host of it; PUBLIC_URL, when it is set, is the only one. */
export function serverAddress({ publicUrl, mqttPort, mqttTls }: ServerInfo, page: string, host: string): ServerAddress {
  const url = new URL(publicUrl ?? page)
  if (publicUrl === null) url.hostname = host
  return { host: url.hostname.replaceAll(/[[\]]/g, ''), origin: url.origin, mqttPort, mqttTls }
}

/** Ready commands to send a first reading as this device. Ids and tokens hold letters, digits, `-` and `_` only, so they need no quoting. */
export function firstCommands(address: ServerAddress, deviceId: string, token: string) {
  const { host, mqttPort, mqttTls, origin } = address
  const server = `-h ${host} -p ${mqttPort}${mqttTls ? ' --tls-use-os-certs' : ''}`
  const login = `-i ${deviceId} \\\n  -u ${token} \\\n  -P ${token}`
  const reading = '{"temperature":21.4,"humidity":63,"pressure":1013.2,"air_quality_analog":412}'
  return {
    mosquitto: [
      `mosquitto_pub ${server} \\\n  ${login} \\`,
      `  -q 1 -t Device/${deviceId}/SensorData \\`,
      `  -m '${reading}'`,
      '',
      '# Listen for settings from the server (reporting interval):',
      `mosquitto_sub ${server} \\\n  ${login} \\`,
      `  -q 1 -t Device/${deviceId}/ChangePreferences`,
    ].join('\n'),
    curl: [
      `curl ${origin}/api/readings \\`,
      `  -H 'authorization: ${token}' \\`,
      `  -H 'content-type: application/json' \\`,
      `  -d '${reading}'`,
    ].join('\n'),
    sketch: sketch(address, deviceId, token),
  }
}

/** Without it a board would hand its token to anything that responds under the server's name. */
const ROOT_CERTIFICATE = `
// Paste the root certificate that your server's certificate comes from, or the certificate itself when it is self-signed.
// Let's Encrypt: https://letsencrypt.org/certs/isrgrootx1.pem
const char* ROOT_CERTIFICATE = R"PEM(
-----BEGIN CERTIFICATE-----
…
-----END CERTIFICATE-----
)PEM";
`

function sketch({ host, mqttPort, mqttTls }: ServerAddress, deviceId: string, token: string): string {
  return `// ESP32, libraries: MQTT by Joel Gaehwiler, ArduinoJson by Benoit Blanchon
#include <WiFi.h>
${mqttTls ? '#include <WiFiClientSecure.h>\n' : ''}#include <MQTT.h>
#include <ArduinoJson.h>

const char* WIFI_NAME = "your network";
const char* WIFI_PASSWORD = "its password";
const char* DEVICE = "${deviceId}";
const char* TOKEN = "${token}";
${mqttTls ? ROOT_CERTIFICATE : ''}
${mqttTls ? 'WiFiClientSecure' : 'WiFiClient'} network;
MQTTClient mqtt(512);
unsigned long intervalSeconds = 600;
unsigned long lastReport = 0;

// Put your sensor here.
float readTemperature() { return 21.4; }

void heard(String& topic, String& payload) {
  JsonDocument preferences;
  if (deserializeJson(preferences, payload)) return;
  long seconds = String(preferences["interval"] | "0").toInt();
  if (seconds >= 10) intervalSeconds = seconds;
}

void connectAll() {
  while (WiFi.status() != WL_CONNECTED) delay(500);
  while (!mqtt.connect(DEVICE, TOKEN, TOKEN)) delay(5000);
  mqtt.subscribe(String("Device/") + DEVICE + "/ChangePreferences", 1);
}

void setup() {
  WiFi.begin(WIFI_NAME, WIFI_PASSWORD);
${mqttTls ? '  network.setCACert(ROOT_CERTIFICATE);\n' : ''}  mqtt.begin("${host}", ${mqttPort}, network);
  mqtt.onMessage(heard);
}

void loop() {
  if (!mqtt.connected()) connectAll();
  mqtt.loop();
  if (lastReport != 0 && millis() - lastReport < intervalSeconds * 1000) return;
  String reading = String("{\\"temperature\\":") + readTemperature() + "}";
  // Acknowledged means stored; otherwise it is sent again.
  if (mqtt.publish(String("Device/") + DEVICE + "/SensorData", reading, false, 1)) lastReport = millis();
}
`
}
