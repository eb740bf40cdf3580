import type { ScriptedAnswer } from '../../../../conformance/ports/webhooks.ts'

/** Says in words how a receiver ended an attempt without an answer. */
export function withoutAnswer(answered: Exclude<ScriptedAnswer, { readonly kind: 'answer' }>): string {
  if (answered.kind === 'silence') return 'silence'
  return answered.closes === true ? 'closed connection' : 'reset'
}
