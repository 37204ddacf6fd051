import { documentationPaths } from '@greenhouse/contract'
import { VERSION } from '../../platform/version.ts'
import { apiDocs, DOCS_STYLE } from './api-docs.ts'
import { openApi } from './openapi.ts'

/** The description of the API, for machines and for people. */
export const API_DOCUMENTS = [
  {
    path: documentationPaths.openapi,
    type: 'application/json; charset=utf-8',
    text: () => JSON.stringify(openApi(VERSION)),
  },
  { path: documentationPaths.page, type: 'text/html; charset=utf-8', text: apiDocs },
  { path: documentationPaths.styles, type: 'text/css; charset=utf-8', text: () => DOCS_STYLE },
]
