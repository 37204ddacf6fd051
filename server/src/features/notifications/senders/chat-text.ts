/** Breaks `@here`, `@all` and every other name that a chat would call, by a space that nobody sees. */
const MENTION = /@(?=\w)/g
const BROKEN = '@\u200B'

/** Escapes for Slack, whose only markup is `<…>` when other markup is off. */
export function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replace(MENTION, BROKEN)
}

/** Escapes the Markdown of Discord and Mattermost, with its links, pictures, mentions and headings. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_~|[\]()<>#!]/g, String.raw`\$&`).replace(MENTION, BROKEN)
}
