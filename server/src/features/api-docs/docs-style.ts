/** The style sheet of the page, for light and dark and for phones. */
export const DOCS_STYLE = `:root { color-scheme: light dark; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; background: light-dark(#f6f8f4, #101612); color: light-dark(#1b2a1f, #e6ece4); }
main { max-width: 56rem; margin: 0 auto; padding: 2rem 1rem 4rem; overflow-wrap: anywhere; }
a { color: light-dark(#1f6a35, #7ecb8c); }
a:focus-visible, summary:focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; padding: 0; list-style: none; }
nav a { display: inline-block; padding: 0.3rem 0; }
h1 { margin: 0 0 1rem; }
h2 { margin: 3rem 0 0; }
article { margin: 1rem 0; padding: 1rem; border: 1px solid light-dark(#d5ded2, #2c382f); border-radius: 10px; background: light-dark(#fdfefc, #18201a); }
h3 { margin: 0; font-size: 1rem; font-weight: 400; }
p { margin: 0.4rem 0; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; }
.who, caption, summary, td { color: light-dark(#4a5a4d, #aab8ab); }
.who { font-size: 0.9rem; }
table { border-collapse: collapse; margin: 0.5rem 0; font-size: 0.9rem; }
caption { text-align: start; font-weight: 600; }
td, th { padding: 0.15rem 1rem 0.15rem 0; text-align: start; vertical-align: top; font-weight: 400; }
pre { margin: 0.5rem 0 0; padding: 0.6rem 0.75rem; border-radius: 6px; background: light-dark(#eaefe7, #0c110d); white-space: pre-wrap; overflow-wrap: anywhere; }
.reply { border-inline-start: 3px solid light-dark(#7fae8a, #3d6b49); }
summary { padding: 0.3rem 0; cursor: pointer; }
@media (max-width: 40rem) {
  tr, th, td { display: block; }
  td { padding-bottom: 0.35rem; }
}

`
