import { findPaho } from '../testing/find-paho.mjs'
import { installSystemPackages } from './system-package.mjs'

/** Installs paho-mqtt for Python where it is missing and can be installed. Its tests are left out elsewhere, which is said. */
export function ensurePaho() {
  if (findPaho() !== undefined) return
  if (installSystemPackages(['python3-paho-mqtt'], 'tests run boards on this library'))
    if (findPaho() !== undefined) return
  console.log('paho-mqtt for Python is not installed: the tests of boards that run on it are left out.')
}
