import type { TraceEvidence } from '../../conformance/trace.ts'
import { EvidenceSanitizer } from '../../targets/evidence/evidence-sanitizer.ts'
import type { Secrets } from './secrets.ts'

/** Makes evidence and texts of a recording fit to be shown: without any secret that it holds. */
export function shownWithout({ redactor }: Secrets): {
  evidence(evidence: TraceEvidence): TraceEvidence
  text(text: string): string
} {
  const sanitizer = new EvidenceSanitizer(redactor)
  return {
    evidence: (evidence) => sanitizer.evidence(evidence),
    text: (text) => redactor.fields(text),
  }
}
