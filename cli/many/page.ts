import { escapeXml } from '../../conformance/xml.ts'
import { element } from '../../reporters/index.ts'
import type { KeptCertification } from './history.ts'
import { type LeftOutFile, shownName } from './profiles.ts'
import { IN_PART, isRight, reasonsOf, wordOf } from './summary.ts'

const STYLE = `
:root { color-scheme: light dark; --good: #1a7f37; --bad: #b3261e; --line: #d0d7de }
@media (prefers-color-scheme: dark) { :root { --good: #57c773; --bad: #ff8a80; --line: #3d444d } }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 75rem; padding: 1.5rem 1rem }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--line) }
.good { color: var(--good); font-weight: 600 } .part { font-weight: 600 } .bad { color: var(--bad); font-weight: 600 } .history { white-space: nowrap; letter-spacing: .1em }`

/** `index.html` of `certify all`: each profile with its result, links to its reports, and its earlier results. */
export function manyPage(all: readonly KeptCertification[], leftOut: readonly LeftOutFile[]): string {
  const right = all.filter(isRight).length
  const rows = [
    ...all.map(rowOf),
    ...leftOut.map(({ file, reason }) => row([text(file), '', 'left out', text(reason), '', ''])),
  ]
  const head = ['profile', 'side', 'verdict', 'reason', 'judged', 'earlier, the newest last']
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${right} of ${all.length} conformant</title><style>${STYLE}</style></head><body>`,
    `<h1>${right} of ${all.length} conformant</h1>`,
    `<table><thead><tr>${head.map((one) => `<th scope="col">${one}</th>`).join('')}</tr></thead><tbody>`,
    ...rows,
    '</tbody></table></body></html>\n',
  ].join('\n')
}

const text = (plain: string): string => escapeXml(plain)
const row = (cells: readonly string[]): string => `<tr>${cells.map((one) => `<td>${one}</td>`).join('')}</tr>`

function rowOf(one: KeptCertification): string {
  const at = encodeURIComponent(one.name)
  const link = (href: string, words: string) => element('a', { href }, [text(words)])
  const name = one.verdict === undefined ? text(shownName(one)) : link(`${at}/report.html`, shownName(one))
  const certificate = one.certified ? `; ${link(`${at}/certificate.html`, 'certificate')}` : ''
  return row([
    name,
    text(one.side ?? ''),
    `<span class="${isRight(one) ? 'good' : one.code === 0 ? 'part' : 'bad'}">${text(wordOf(one))}</span>`,
    `${text(reasonsOf(one).join('; '))}${certificate}`,
    text(one.at.slice(0, 16).replace('T', ' ')),
    `<span class="history">${one.history.map(mark).join('')}</span>`,
  ])
}

const mark = ({ at, code, word }: KeptCertification['history'][number]): string =>
  element(
    'span',
    { class: code === 0 ? (word.startsWith(IN_PART) ? 'part' : 'good') : 'bad', title: `${at}: ${word}` },
    [code === 0 ? '✓' : '✗'],
  )
