import type { Finding } from '../conformance/verdict.ts'
import type { Evidence, Proof } from './evidence.ts'
import { printable, shorten } from './printable.ts'
import type { Report, ReportedRequirement } from './report.ts'
import { looks, type Style } from './style.ts'

const MOST_FINDINGS = 3
const MOST_NAMES = 4
const LONGEST_TEXT = 300
/** A longer line is no longer a help on a screen; it stands whole in the report. */
const LONGEST_CURL = 2000

/** Every failure, then every warning: what was expected and observed, and how to see it again. */
export function breachLines({ requirements }: Report, style: Style): string[] {
  const of = (verdict: 'failed' | 'warned') =>
    requirements.filter((requirement) => requirement.verdict === verdict)
  return [...of('failed'), ...of('warned')].flatMap((requirement) => ['', ...oneBreach(requirement, style)])
}

function oneBreach(
  { id, clause, title, verdict, checks, reproduction }: ReportedRequirement,
  style: Style,
): string[] {
  const breaches = checks.filter((check) => check.verdict === verdict)
  const [first] = breaches
  const head = `${style(looks[verdict], verdict.toUpperCase())} ${style('bold', id)} (${clause}): ${printable(title)}`
  if (first === undefined) return [head]
  const proofs = first.evidence.filter(isProof)
  const findings = proofs.flatMap((proof) => proof.findings)
  const [shown] = proofs.filter(({ curl }) => curl !== undefined)
  const more = findings.length - MOST_FINDINGS
  return [
    head,
    ...findings
      .slice(0, MOST_FINDINGS)
      .flatMap(({ expected, observed, at }) => [
        field('expected', expected),
        field('observed', at === undefined ? observed : `${shorten(observed, LONGEST_TEXT)} (at ${at})`),
      ]),
    ...remedies(findings),
    ...(more > 0 ? [field('', `and ${more} more findings, see report.json`)] : []),
    field('seen in', names(breaches.map((check) => check.name))),
    ...(shown?.curl === undefined ? [] : [`  ${'curl'.padEnd(9)} ${curlOf(shown.curl)}`]),
    ...(reproduction === undefined ? [] : [field('reproduce', reproduction)]),
    ...(proofs[0] === undefined ? [] : [`  ${'again'.padEnd(9)} ${proofs[0].rerun}`]),
  ]
}

/** Returns advice on what to change, once for all findings that share it. */
function remedies(findings: readonly Finding[]): string[] {
  const said = new Set(findings.flatMap(({ remedy }) => (remedy === undefined ? [] : [remedy])))
  return [...said].map((remedy) => field('change', remedy))
}

function names(all: readonly string[]): string {
  const more = all.length - MOST_NAMES
  return all.slice(0, MOST_NAMES).join(', ') + (more > 0 ? `, and ${more} more` : '')
}

function isProof(evidence: Evidence): evidence is Proof {
  return 'findings' in evidence
}

function curlOf(line: string): string {
  return line.length <= LONGEST_CURL ? printable(line) : `(${line.length} characters long, see report.json)`
}

function field(name: string, text: string): string {
  return `  ${name.padEnd(9)} ${printable(shorten(text, LONGEST_TEXT))}`
}
