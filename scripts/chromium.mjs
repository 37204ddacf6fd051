import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { bundledNode, root } from './prepare.mjs'
import { installSystemPackages } from './system-package.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Returns the path of a Chromium: CHROMIUM, one on the PATH, or one that it installs. Throws when it can install none. */
export async function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const found = onPath() ?? ofPlaywright()
  if (found) return found
  if (installSystemPackages(['chromium'], 'the browser tests need it')) {
    const installed = onPath()
    if (installed) return installed
  }
  console.log("Downloading Chromium to Playwright's cache: the browser tests need it.")
  spawnSync(bundledNode, ['node_modules/playwright-core/cli.js', 'install', 'chromium'], {
    cwd: root,
    stdio: 'inherit',
  })
  const fetched = ofPlaywright()
  if (fetched) return fetched
  throw new Error('The browser tests need Chromium. Install it, or set CHROMIUM to its path.')
}

function onPath() {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) {
      if (isExecutable(join(folder, name))) return join(folder, name)
    }
  }
  return undefined
}

function ofPlaywright() {
  const asked = spawnSync(bundledNode, ['-e', "console.log(require('playwright-core').chromium.executablePath())"], {
    cwd: root,
    encoding: 'utf8',
  })
  const path = asked.stdout.trim()
  return path !== '' && isExecutable(path) ? path : undefined
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
