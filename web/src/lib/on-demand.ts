import { createElement, use, type ComponentType, type ReactNode } from 'react'

/** A component that is loaded when it is first rendered, or before that with `load`. */
export interface OnDemand<Props extends object> {
  (props: Props): ReactNode
  readonly load: () => Promise<unknown>
}

/**
 * Makes a component of one that another file holds. Once loaded it renders at once, unlike one of React's `lazy`, which
 * suspends on its first render in any case: a page that is being hydrated would lose what is pressed meanwhile.
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
