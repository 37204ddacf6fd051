import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { bundledNode, root } from './prepare.mjs'
import { installSystemPackages } from './system-package.mjs'

/** Has no window of its own to draw, which takes a third less of the processor. */
const SHELL = 'chromium-headless-shell'
const FULL = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/**
 * Returns the path of a Chromium: CHROMIUM, one on the PATH, or one that it installs; a headless shell where there is one,
 * unless `full` asks for the whole browser. Throws when it can install none.
 */
export async function findChromium({ full = false } = {}) {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const found = onPath(full ? FULL : [SHELL]) ?? installed(full) ?? findFullChromium()
  if (found) return found
  console.log("Downloading Chromium to Playwright's cache: the browser tests need it.")
  spawnSync(bundledNode, ['node_modules/playwright-core/cli.js', 'install', 'chromium'], {
    cwd: root,
    stdio: 'inherit',
  })
  const fetched = ofPlaywright()
  if (fetched) return fetched
  throw new Error('The browser tests need Chromium. Install it, or set CHROMIUM to its path.')
}

/** Returns the path of a Chromium that can show notifications; undefined where none is installed. */
export function findFullChromium() {
  const { CHROMIUM } = process.env
  return CHROMIUM && !CHROMIUM.endsWith(SHELL) ? CHROMIUM : (onPath(FULL) ?? ofPlaywright())
}

/** Installs the whole browser in any case: a few tests need it beside the shell. */
function installed(full) {
  const names = full ? ['chromium'] : [SHELL, 'chromium']
  return installSystemPackages(names, 'the browser tests need them') ? onPath(names) : undefined
}

function onPath(names) {
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
