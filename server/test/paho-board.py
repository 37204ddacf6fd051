"""A board on paho-mqtt, with the options that its examples use: sends readings, and says which it counts as done."""

import json
import sys
import time

import paho.mqtt.client as paho

port, device, token, version, count = int(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5])
sent = set()
done = set()


def say(*words):
    print(*words, flush=True)


def on_publish(client, userdata, mid, *more):
    done.add(mid)


# Version 2 of the library requires a version of the callback API.
callbacks = getattr(paho, "CallbackAPIVersion", None)
client = paho.Client(*([callbacks.VERSION1] if callbacks else []), client_id=device, protocol=version)
client.username_pw_set(token, token)
client.on_publish = on_publish
client.on_disconnect = lambda *more: say("ended")
client.connect("127.0.0.1", port)
client.loop_start()
while not client.is_connected():
    time.sleep(0.01)
for number in range(count):
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(1767225600 + number * 60))
    reading = json.dumps({"temperature": number, "time": at})
    sent.add(client.publish(f"Device/{device}/SensorData", reading, qos=1).mid)
while not done.issuperset(sent):
    time.sleep(0.01)
say("done")
client.loop_stop()
