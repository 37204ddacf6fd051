import { createElement, use, type ComponentType, type ReactNode } from 'react'

export interface OnDemand<Props extends object> {
  (props: Props): ReactNode
  readonly load: () => Promise<unknown>
}

/** Unlike React's `lazy`, renders at once when loaded: suspending during hydration would lose clicks. */
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
