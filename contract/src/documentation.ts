export const documentationPaths = {
  page: '/api/docs',
  styles: '/api/docs.css',
  openapi: '/api/openapi.json',
} as const
