import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('./browser/', import.meta.url)

/**
 * Joins the page's own modules into one script, since a page that may load nothing cannot import. Their imports of one
 * another are dropped: all of them end up in one scope, `main.js` at the end.
 */
export function joinedScript(): string {
  const names = readdirSync(folder).filter((name) => name.endsWith('.js') && name !== 'main.js')
  const modules = [...names.sort(), 'main.js'].map((name) =>
    readFileSync(new URL(name, folder), 'utf8')
      .replaceAll(/^import .*? from '\.\/[\w-]+\.js'$\n/gm, '')
      .replaceAll(/^import \{[^}]*\} from '\.\/[\w-]+\.js'$\n/gm, '')
      .replaceAll(/^export (?=(async )?function |const )/gm, ''),
  )
  return `'use strict'\n{\n${modules.join('\n')}}\n`
}
