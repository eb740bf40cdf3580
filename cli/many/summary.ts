import { escapeXml } from '../../conformance/xml.ts'
import { element, markdownText, printable, type Style } from '../../reporters/index.ts'
import type { Certified } from './judge.ts'
import { type LeftOutFile, shownName } from './profiles.ts'

/** Every profile of a folder with its result, and what else is in it. */
interface Many {
  readonly all: readonly Certified[]
  readonly leftOut: readonly LeftOutFile[]
}

const LEFT_OUT = 'left out'

/** The result of a run that judged only a part, where nothing of it failed. */
export const IN_PART = 'conformant in a part'

/** The result of one certification, in a word. */
export const wordOf = ({ code, verdict, word, selection }: Certified): string => {
  if (code === 2) return 'profile wrong'
  if (verdict === 'conformant' && selection !== undefined) return IN_PART
  return word ?? verdict ?? 'not finished'
}

/** True for a whole run that found nothing wrong. */
export const isRight = ({ code, selection }: Certified): boolean => code === 0 && selection === undefined

/** The reason of the verdict, then the first cause, and why there is no certificate. */
export const reasonsOf = ({ reason, cause, noCertificate }: Certified): readonly string[] => [
  reason,
  ...(cause === undefined ? [] : [`first: ${cause}`]),
  ...(noCertificate === undefined ? [] : [`no certificate: ${noCertificate}`]),
]

/**
 * Formats a line for each profile and for all that was left out, and one for all.
 *
 * @param signs true where certificates were requested
 */
export function manyText({ all, leftOut }: Many, style: Style, signs = false): string {
  const width = Math.max(...all.map((one) => shownName(one).length))
  const lines = all.map((one) => {
    const mark = isRight(one) ? style('green', '✓') : one.code === 0 ? '-' : style('red', '✗')
    const isBare = signs && one.code === 0 && !one.certified && one.noCertificate === undefined
    const extra = one.certified ? ['certificate.json'] : isBare ? ['no certificate'] : []
    const name = printable(shownName(one).padEnd(width))
    return `${mark} ${name}  ${wordOf(one)}: ${[...reasonsOf(one), ...extra].map(printable).join('; ')}`
  })
  const others = leftOut.map(({ file, reason }) => printable(`- ${file}  ${LEFT_OUT}: ${reason}`))
  const right = all.filter(isRight).length
  const inPart = all.filter((one) => one.code === 0 && !isRight(one)).length
  const part = inPart === 0 ? '' : `, ${inPart} ${IN_PART}`
  const certified = signs ? `, ${all.filter((one) => one.certified).length} certified` : ''
  const rest = leftOut.length === 0 ? '' : `, ${leftOut.length} ${LEFT_OUT}`
  return [...lines, ...others, '', `${right} of ${all.length} conformant${part}${certified}${rest}`, ''].join(
    '\n',
  )
}

/** The same summary as a Markdown table, for the page of a CI job. */
export function manyMarkdown({ all, leftOut }: Many): string {
  const rows = [
    ...all.map((one) => [shownName(one), one.side ?? '', wordOf(one), reasonsOf(one).join('; ')]),
    ...leftOut.map(({ file, reason }) => [file, '', LEFT_OUT, reason]),
  ]
  const line = (cells: readonly string[]) => `| ${cells.map(markdownText).join(' | ')} |\n`
  return [
    line(['profile', 'side', 'verdict', 'reason']),
    '| --- | --- | --- | --- |\n',
    ...rows.map(line),
  ].join('')
}

/** The same summary as JUnit XML: a test case for each profile. */
export function manyJunit({ all, leftOut }: Many, seconds: number): string {
  const cases = all.map((one) => {
    const words = escapeXml(`${wordOf(one)}: ${reasonsOf(one).join('; ')}`)
    const ending =
      one.code === 0
        ? []
        : [element(one.code === 1 ? 'failure' : 'error', { message: one.reason, type: wordOf(one) }, [words])]
    return element('testcase', { name: one.name, classname: one.side ?? 'profile' }, ending)
  })
  const skipped = leftOut.map(({ file, reason }) =>
    element('testcase', { name: file, classname: 'profile' }, [element('skipped', { message: reason }, [])]),
  )
  const facts = {
    name: 'certify all',
    tests: all.length + leftOut.length,
    failures: all.filter(({ code }) => code === 1).length,
    errors: all.filter(({ code }) => code > 1).length,
    skipped: leftOut.length,
    time: seconds,
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', {}, [element('testsuite', facts, [...cases, ...skipped])])}\n`
}
