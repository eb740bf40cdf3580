import type { BehaviourChange } from '../behaviour.ts'
import { type ApiOperation, answerAsJson } from '../http/answer.ts'
import { changeRow } from '../validation/rules.ts'

/** Removes operations that did not exist yet: requests for them get 404, with any credentials. */
export function without(...operations: readonly ApiOperation[]): BehaviourChange {
  return ({ http }) => ({
    http: {
      putsOff: (operation, platform) =>
        operations.includes(operation)
          ? http.failed(404, 'Not found.', undefined, platform)
          : http.putsOff(operation, platform),
    },
  })
}

/** Makes a field of a submission required, as it was before. */
export function required(field: string): BehaviourChange {
  return ({ validation }) => ({
    validation: { submission: changeRow(validation.submission, field, { required: true }) },
  })
}

/** Removes a field of the record, or of one of its rated parts, that did not exist yet. */
export function withoutField(group: 'record' | 'policyTerm' | 'coverage', field: string): BehaviourChange {
  return () => ({ [group]: { [field]: () => undefined } })
}

/** Delivers no events of a type that did not exist yet. */
export const withoutProposalReady: BehaviourChange = ({ webhooks }) => ({
  webhooks: {
    wants: (endpoint, event, platform) =>
      event.type !== 'quote.proposalReady' && webhooks.wants(endpoint, event, platform),
  },
})

/** Former forms of deliveries. The specification does not show them, so the sandbox has its own. */
export const formerDeliveries: BehaviourChange = ({ webhooks }) => ({
  webhooks: {
    attempts: 3,
    deadline: 5000,
    signedText: ({ body }) => body,
    headers: (message, signature) => ({
      ...Object.fromEntries(
        Object.entries(webhooks.headers(message, signature)).filter(([name]) => /^content-type$/i.test(name)),
      ),
      'X-Webhook-Id': message.eventId,
      'X-Webhook-Signature': signature,
    }),
  },
})

export const withoutIntegrationKey: BehaviourChange = () => ({ access: { key: () => undefined } })

const NAMES: Readonly<Record<string, string>> = {
  ready_to_bind: 'published',
  approved_rate: 'published',
  bound: 'pendingBindAndIssue',
}

const former = (state: unknown): unknown => NAMES[String(state)] ?? state

/** Gives the states their former names. Rating leads to `ready_to_bind` or `failed` only, and a bind is answered in another way. */
export const formerStates: BehaviourChange = ({ record, rating, events, answers }) => ({
  record: { quote_status: (quote, platform) => former(record.quote_status?.(quote, platform)) },
  rating: {
    outcome: (submission) => (rating.outcome(submission) === 'failed' ? 'failed' : 'ready_to_bind'),
  },
  answers: {
    updated: (quote) => {
      const answer = answers.updated(quote)
      const body = JSON.parse(String(answer.body)) as { data: { status: string } }
      return answerAsJson(answer.status, {
        ...body,
        data: { ...body.data, status: former(body.data.status) },
      })
    },
    bindAccepted: ({ id }) => answerAsJson(200, { status: 'success', data: { id, status: NAMES.bound } }),
  },
  events: {
    payloads: {
      ...events.payloads,
      'quote.created': (subject, platform) => {
        const data = events.payloads['quote.created'](subject, platform)
        return { ...data, status: former(data.status) }
      },
      'policy.created': (subject, platform) => {
        const { policyId: _, ...data } = events.payloads['policy.created'](subject, platform)
        return data
      },
    },
  },
})
