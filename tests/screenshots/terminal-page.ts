/** The colours of a terminal by their numbers. */
const styles: Readonly<Record<string, string>> = {
  '1': 'font-weight:bold',
  '2': 'color:#8b949e',
  '31': 'color:#ff7b72',
  '32': 'color:#7ee787',
  '33': 'color:#e3b341',
  '36': 'color:#79c0ff',
}

/** Shows the output of a terminal as a page, with its colours. */
export function terminalPage(printed: string): string {
  const pieces = printed.split('\u001b[')
  const rest = pieces.slice(1).map((piece) => {
    const [, code = '', text = ''] = /^(\d+)m([\s\S]*)$/.exec(piece) ?? []
    const style = styles[code]
    return `</span><span style="${style ?? ''}">${plain(text)}`
  })
  return `<!doctype html><meta charset="utf-8"><style>
body { margin: 0; background: #0d1117; }
pre { display: inline-block; margin: 0; padding: 20px 24px; color: #e6edf3; font: 14px/1.45 "DejaVu Sans Mono", monospace; white-space: pre-wrap; width: 1180px; overflow-wrap: anywhere; }
</style><pre><span>${plain(pieces[0] ?? '')}${rest.join('')}</span></pre>`
}

function plain(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
