import { VERSION } from '../../platform/version.ts'
import { apiDocs, DOCS_STYLE } from './api-docs.ts'
import { openApi } from './openapi.ts'

/** The description of the API, for machines and for people. */
export const API_DOCUMENTS = [
  {
    path: '/api/openapi.json',
    type: 'application/json; charset=utf-8',
    text: () => JSON.stringify(openApi(VERSION)),
  },
  { path: '/api/docs', type: 'text/html; charset=utf-8', text: apiDocs },
  { path: '/api/docs.css', type: 'text/css; charset=utf-8', text: () => DOCS_STYLE },
]
