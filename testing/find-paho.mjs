import { spawnSync } from 'node:child_process'

/** Debian installs the library for its own Python, which another one may hide. */
const PYTHONS = ['python3', '/usr/bin/python3']

/** Returns a Python that has paho-mqtt; undefined without one. */
export function findPaho() {
  return PYTHONS.find((program) => spawnSync(program, ['-c', 'import paho.mqtt.client']).status === 0)
}
