import { escapeXml } from '../../conformance/xml.ts'
import { element, printable, type Style } from '../../reporters/index.ts'
import type { Certified } from './judge.ts'

/** The result of one certification, in a word. */
const wordOf = ({ code, verdict }: Certified): string =>
  code === 2 ? 'profile wrong' : (verdict ?? 'not finished')

/**
 * Formats a line for each profile, and one for all.
 *
 * @param signs true where certificates were requested
 */
export function manyText(all: readonly Certified[], style: Style, signs = false): string {
  const width = Math.max(...all.map(({ name }) => name.length))
  const lines = all.map((one) => {
    const mark = one.code === 0 ? style('green', '✓') : style('red', '✗')
    const without = signs && one.code === 0 ? '; no certificate' : ''
    const extra = one.certified ? '; certificate.json' : without
    return `${mark} ${printable(one.name.padEnd(width))}  ${wordOf(one)}: ${printable(one.reason)}${extra}`
  })
  const right = all.filter(({ code }) => code === 0).length
  const certified = signs ? `, ${all.filter((one) => one.certified).length} certified` : ''
  return [...lines, '', `${right} of ${all.length} conformant${certified}`, ''].join('\n')
}

/** The same summary as a Markdown table, for the page of a CI job. */
export function manyMarkdown(all: readonly Certified[]): string {
  const cell = (text: string) => text.replace(/[^\p{L}\p{N} .,]/gu, (one) => `&#${one.codePointAt(0)};`)
  const rows = all.map((one) => [one.name, one.side ?? '', wordOf(one), one.reason])
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |\n`
  return [
    line(['profile', 'side', 'verdict', 'reason']),
    '| --- | --- | --- | --- |\n',
    ...rows.map(line),
  ].join('')
}

/** The same summary as JUnit XML: a test case for each profile. */
export function manyJunit(all: readonly Certified[], seconds: number): string {
  const cases = all.map((one) => {
    const words = escapeXml(`${wordOf(one)}: ${one.reason}`)
    const ending =
      one.code === 0
        ? []
        : [element(one.code === 1 ? 'failure' : 'error', { message: one.reason, type: wordOf(one) }, [words])]
    return element('testcase', { name: one.name, classname: one.side ?? 'profile' }, ending)
  })
  const facts = {
    name: 'certify all',
    tests: all.length,
    failures: all.filter(({ code }) => code === 1).length,
    errors: all.filter(({ code }) => code > 1).length,
    time: seconds,
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', {}, [element('testsuite', facts, cases)])}\n`
}
