/** Where a server describes its own API: a page for people with its style sheet, and OpenAPI for programs. */
export const documentationPaths = {
  page: '/api/docs',
  styles: '/api/docs.css',
  openapi: '/api/openapi.json',
} as const
