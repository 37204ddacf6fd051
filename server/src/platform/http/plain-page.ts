import { documentationPaths } from '@greenhouse/contract'
export function page(title: string, text: string, action?: string): string {
  const button = action === undefined ? '' : `<form method="post"><button type="submit">${action}</button></form>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title} · Greenhouse Application</title>
<link rel="stylesheet" href="${documentationPaths.styles}">
</head>
<body><main><h1>${title}</h1><p>${text}</p>${button}<p><a href="/">To Greenhouse</a></p></main></body>
</html>
`
}
