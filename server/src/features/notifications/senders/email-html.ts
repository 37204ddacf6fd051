import type { Message } from './message.ts'
import { bodyOf, titleOf } from './text.ts'

const COLOURS = { info: '#2f6f4f', warning: '#b35c00', critical: '#b3261e' } as const
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * Returns the message as HTML without pictures, scripts or loaded resources.
 * @param ending where readers end these mails
 */
export function emailHtml(message: Message, ending: { readonly words: string; readonly url: string }): string {
  const paragraphs = bodyOf(message)
    .split(/\n{2,}/)
    .map((lines) => `<p style="margin:0 0 16px">${escapeHtml(lines).replaceAll('\n', '<br>')}</p>`)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(titleOf(message))}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#1c2b22;background:#ffffff">
<h1 style="margin:0 0 16px;padding-left:12px;font-size:20px;border-left:4px solid ${COLOURS[message.severity]}">${escapeHtml(titleOf(message))}</h1>
${paragraphs.join('\n')}
<p style="margin:0"><a href="${escapeHtml(message.url)}" style="color:#2f6f4f">Open in Greenhouse</a></p>
<p style="margin:24px 0 0;font-size:13px;color:#5a6b60">${escapeHtml(ending.words)} <a href="${escapeHtml(ending.url)}" style="color:#5a6b60">${escapeHtml(ending.url)}</a></p>
</body></html>
`
}

/** Escapes a text for elements and for attributes in quotes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}
