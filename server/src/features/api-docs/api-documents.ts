import { documentationPaths } from '@greenhouse/contract'
import type { ServedDocument } from '../../platform/http/documents.ts'
import { VERSION } from '../../platform/version.ts'
import { apiDocs } from './api-docs.ts'
import { ORIGIN } from './curl.ts'
import { DOCS_STYLE } from './docs-style.ts'
import { openApi } from './openapi.ts'

/** The description of the API, for machines and for people. */
export const API_DOCUMENTS: readonly ServedDocument[] = [
  {
    path: documentationPaths.openapi,
    type: 'application/json; charset=utf-8',
    text: () => JSON.stringify(openApi(VERSION)),
  },
  { path: documentationPaths.page, type: 'text/html; charset=utf-8', text: apiDocs, origin: ORIGIN },
  { path: documentationPaths.styles, type: 'text/css; charset=utf-8', text: () => DOCS_STYLE },
]
