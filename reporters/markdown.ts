/** Characters that may begin markup. A backslash before one of them makes it plain text. */
const MARKUP = /[\\`*_{}[\]|~#$]/g
/** Characters that begin HTML, a reference or a mention: a backslash does not always help against these. */
const REFERRED = /[<>&@]/g

const reference = (character: string): string => `&#${character.codePointAt(0)};`

/**
 * A text of a target as one line of Markdown, also in a cell of a table. Nothing of it becomes markup, link, picture or emoji.
 * All other characters stay as they are, so that the file can be read without a browser.
 */
export function markdownText(plain: string): string {
  return (
    plain
      .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
      .replace(MARKUP, '\\$&')
      .replace(REFERRED, reference)
      // `https://` and `www.` become links without any markup, and `:name:` an emoji.
      .replace(/:(?=\S)/g, reference(':'))
      .replace(/\bwww\./gi, (found) => found.replace('.', reference('.')))
      // A list, or a line across the page.
      .replace(/^(\s*\d*)([-+.)])(?=[\s-]|$)/, '$1\\$2')
  )
}
