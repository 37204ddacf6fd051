/** Layout that rows of alerts and of due plants share: on phones one below the other, in the order of the document. */
export const ROW =
  'relative grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-3 border-t border-line px-4 py-4 hover:bg-sunken/60 sm:px-6 xl:grid-cols-[auto_minmax(0,1fr)_10.5rem_8.5rem] xl:grid-rows-[auto_1fr] xl:gap-x-4 xl:gap-y-2.5'

export const TITLE = 'min-w-0 text-[1.0625rem] leading-snug font-semibold max-sm:text-base'

/** Facts below the title. */
export const BODY = 'flex min-w-0 flex-col gap-2.5 xl:col-start-2 xl:row-start-2'

/** Drawing beside both. */
export const ASIDE = 'xl:col-start-3 xl:row-span-2 xl:row-start-1'

export const ACTIONS =
  'relative print:hidden col-span-full flex min-w-0 flex-wrap gap-x-2 gap-y-1 rounded-control xl:col-auto xl:col-start-4 xl:row-span-2 xl:row-start-1 xl:grid xl:grid-cols-1 xl:content-start'

export const QUIET =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-3 text-sm font-medium enabled:hover:bg-sunken disabled:opacity-60 max-xl:grow xl:min-h-9'
