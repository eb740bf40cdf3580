import { createHash } from 'node:crypto'
import type { CertificatePayload } from './payload.ts'

const style = `
:root { color-scheme: light; }
body { margin: 0; background: #fff; color: #1a1d23; font: 12pt/1.5 Georgia, "DejaVu Serif", serif; }
main { max-width: 17cm; margin: 1.5cm auto; padding: 1cm; border: 3px double #1a1d23; }
h1 { text-align: center; font-size: 22pt; margin: 0 0 .5cm; }
.target { text-align: center; font-size: 16pt; font-weight: 700; overflow-wrap: anywhere; }
.states { text-align: center; }
table { width: 100%; border-collapse: collapse; margin-top: .6cm; font-size: 10pt; }
th { text-align: left; font-weight: 400; color: #4a505c; width: 5cm; vertical-align: top; }
th, td { padding: .1cm .2cm; border-bottom: 1px solid #c9ced8; overflow-wrap: anywhere; }
code { font: 8pt "DejaVu Sans Mono", monospace; }
footer { margin-top: .6cm; font-size: 9pt; color: #4a505c; }
@page { size: A4; margin: 1cm; }
@media print { main { margin: 0 auto; } }
`

/** Makes the printable page of a certificate. The same certificate always gives the same page. */
export function certificatePage(payload: CertificatePayload, certificate: string): string {
  const {
    suite,
    specification,
    kind,
    target,
    summary,
    issuedAt,
    validUntil,
    startedAt,
    finishedAt,
    results,
    seed,
    notShown = [],
    cases,
  } = payload
  const rows: readonly (readonly [string, string])[] = [
    ['Side of the contract', kind],
    ['Address', target.baseUrl],
    ['Environment', target.environment],
    ['Specification', `${specification.version}, requirements ${specification.requirements}`],
    ['Judged by', `${suite.name} ${suite.version}, seed ${seed}`],
    ['Run', `${startedAt} to ${finishedAt}`],
    ...(cases === undefined
      ? []
      : [['Generated cases', `${cases} of each property, chosen by whoever ran it`] as const]),
    [
      'Requirements',
      `${summary.passed} passed, ${summary.failed} failed, ${summary.warned} warned, ${summary.observed} observed, ${summary.notExercised} not exercised`,
    ],
    ...notShown.map(({ requirement, reason }) => ['Not shown', `${requirement}: ${reason}`] as const),
    ['Issued', issuedAt],
    ['Valid until', validUntil],
    ['Evidence', `results.jsonl ${results}`],
    ['Certificate', `certificate.json ${createHash('sha256').update(certificate).digest('hex')}`],
  ]
  const digest = createHash('sha256').update(style).digest('base64')
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${digest}'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>Certificate of conformance: ${markupFree(target.name)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<main>',
    '<h1>Certificate of Conformance</h1>',
    `<p class="target">${markupFree(target.name)}</p>`,
    '<p class="states">kept to every requirement of the interface specification that is named below and was held against it.</p>',
    '<table>',
    ...rows.map(([name, value]) => `<tr><th scope="row">${name}</th><td>${markupFree(value)}</td></tr>`),
    '</table>',
    '<footer>This page can be printed by anybody. What proves it is the signature in certificate.json: <code>quote-conformance verify certificate.json --key PUBLIC-KEY --results DIR</code></footer>',
    '</main>',
    '</body>',
    '</html>\n',
  ].join('\n')
}

function markupFree(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
