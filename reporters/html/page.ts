import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { RunRecord } from '../record.ts'
import type { Report } from '../report.ts'
import { verdictWord } from '../verdict-word.ts'
import { reportPageOf } from './data.ts'
import { pageScript } from './script.ts'
import { earlierRuns } from './trend.ts'

const style = () => readFileSync(new URL('./style.css', import.meta.url), 'utf8')

/**
 * Makes `report.html`: one file that loads nothing and connects to nothing. Text from a target is data in it, never markup:
 * JSON without a `<`, or packed. The content security policy allows only the page's own script.
 *
 * @param beside reports of other runs; those of the same target are shown as a trend
 */
export function reportHtml(
  record: RunRecord,
  report: Report,
  beside: Parameters<typeof earlierRuns>[1] = [],
): string {
  const { data, packed } = reportPageOf(record, report, earlierRuns(report, beside))
  const [css, script] = [style(), pageScript()]
  const policy = [
    "default-src 'none'",
    `script-src '${digest(script)}'`,
    `style-src '${digest(css)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const head = [
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${markupFree(`${verdictWord(report)}: ${report.target.name}`)}</title>`,
    `<style>${css}</style>`,
  ]
  const chunks = packed.map(
    ({ id, base64 }) => `<script type="text/plain" id="packed-${id}">${base64}</script>`,
  )
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head>\n${head.join('\n')}\n</head>`,
    '<body>',
    '<noscript>This page needs JavaScript; report.json and junit.xml say the same without it.</noscript>',
    '<div id="app"></div>',
    `<script type="application/json" id="data">${scriptSafe(JSON.stringify(data))}</script>`,
    ...chunks,
    `<script>${script}</script>`,
    '</body>',
    '</html>\n',
  ].join('\n')
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/** JSON without anything that could end a script element or begin a comment. */
function scriptSafe(json: string): string {
  return json
    .toWellFormed()
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}

function markupFree(text: string): string {
  return text.toWellFormed().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\0', '\ufffd')
}
