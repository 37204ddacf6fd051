import { quoted, type Snippet, type SnippetSource } from './snippet.ts'

export function arduinoSnippet(source: SnippetSource): Snippet {
  return { label: 'Arduino', title: 'Sketch for an ESP32', content: sketch(source) }
}

/** Without it a board would send its token to any server under this name. */
const ROOT_CERTIFICATE = `
// Paste the root certificate that your server's certificate comes from, or the certificate itself when it is self-signed.
// Let's Encrypt: https://letsencrypt.org/certs/isrgrootx1.pem
const char* ROOT_CERTIFICATE = R"PEM(
-----BEGIN CERTIFICATE-----
…
-----END CERTIFICATE-----
)PEM";
`

function sketch({ server: { host, mqttPort, mqttTls }, deviceId, intervalSeconds, token }: SnippetSource): string {
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
unsigned long intervalSeconds = ${intervalSeconds};
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
${mqttTls ? '  network.setCACert(ROOT_CERTIFICATE);\n' : ''}  mqtt.begin(${quoted(host)}, ${mqttPort}, network);
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
