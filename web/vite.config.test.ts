import { expect, test } from 'vitest'
import type { Plugin, Rolldown } from 'vite'
import config from './vite.config.ts'

/** Plugins of packages compile only our own sources. */
const OF_PACKAGES = /^(?:vite:react|@tailwindcss\/vite)/
/** Hooks that could replace or change the code of a module. */
const REWRITES = ['resolveId', 'load', 'transform', 'renderChunk', 'generateBundle', 'writeBundle'] as const

test('the own plugins cannot rewrite the code of a package', () => {
  const plugins = (config.plugins?.flat(2) ?? []) as Plugin[]
  const own = plugins.filter(({ name }) => !OF_PACKAGES.test(name))
  expect(own.map(({ name }) => name)).toEqual(['greenhouse:preload-start', 'greenhouse:finish'])
  expect(own.flatMap((plugin) => REWRITES.filter((hook) => plugin[hook] !== undefined))).toEqual([])
  expect(config.resolve?.alias).toBeUndefined()
})

test('the build asks browsers to compile all of React on load, and of no other file', () => {
  const output = [config.build?.rolldownOptions?.output ?? []].flat()
  const bannerOf = (name: string) =>
    output.map(({ postBanner }) => typeof postBanner === 'function' && postBanner({ name } as Rolldown.RenderedChunk))
  expect(bannerOf('react')).toEqual(['//# allFunctionsCalledOnLoad'])
  expect(bannerOf('start')).toEqual([''])
})
