import { createElement, use, type ComponentType, type ReactNode } from 'react'

export interface OnDemand<Props extends object> {
  (props: Props): ReactNode
  readonly load: () => Promise<unknown>
}

/**
 * Makes a lazy component that renders at once when loaded. React's `lazy` always suspends on its first render, and
 * clicks during hydration would be lost.
 */
export function onDemand<Props extends object>(fetch: () => Promise<ComponentType<Props>>): OnDemand<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined

  function load(): Promise<ComponentType<Props>> {
    loading ??= fetch().then((component) => (loaded = component))
    return loading
  }

  function Part(props: Props) {
    return createElement(loaded ?? use(load()), props)
  }
  return Object.assign(Part, { load })
}
