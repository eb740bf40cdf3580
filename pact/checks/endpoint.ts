import type { ApiEndpoint, Spec } from '../../spec/index.ts'
import type { Content, HttpInteraction } from '../model.ts'
import { fieldNamed } from '../read/fields.ts'

/** The part of the interface that an HTTP interaction is about. */
export type InteractionSubject =
  | {
      readonly kind: 'quote'
      readonly endpoint: ApiEndpoint
      readonly id?: string
      readonly before: readonly string[]
    }
  | { readonly kind: 'token' }
  /** A delivery to a partner's receiver, written as an HTTP interaction. */
  | { readonly kind: 'delivery' }
  | { readonly kind: 'unknown'; readonly methods: readonly string[] }

export function subjectOf(spec: Spec, { request }: HttpInteraction): InteractionSubject {
  const { headers } = spec.delivery
  if (fieldNamed(request.headers, headers.signature) ?? fieldNamed(request.headers, headers.eventId))
    return { kind: 'delivery' }
  const steps = stepsOf(request.path.split('?')[0] ?? '')
  const found = spec.endpoints.flatMap((endpoint) => {
    const match = matched(stepsOf(endpoint.path), steps)
    return match === undefined ? [] : [{ endpoint, ...match }]
  })
  const right = found.find(({ endpoint }) => endpoint.method === request.method)
  if (right !== undefined) return { kind: 'quote', ...right }
  if (found.length === 0 && isTokenRequest(steps, request.body)) return { kind: 'token' }
  return { kind: 'unknown', methods: found.map(({ endpoint }) => endpoint.method) }
}

const stepsOf = (path: string): readonly string[] => path.split('/').filter((step) => step !== '')

/** Matches a path from its end, because the base address may have its own path before the endpoint's. */
function matched(template: readonly string[], steps: readonly string[]) {
  const before = steps.slice(0, Math.max(0, steps.length - template.length))
  const own = steps.slice(before.length)
  const fits =
    own.length === template.length && template.every((step, index) => step === '{id}' || step === own[index])
  if (!fits) return undefined
  const id = own[template.indexOf('{id}')]
  return { before, ...(id === undefined ? {} : { id }) }
}

const isTokenRequest = (steps: readonly string[], body: Content): boolean =>
  steps.some((step) => /token|oauth/i.test(step)) || /grant_type|client_secret/.test(bodyText(body))

function bodyText(body: Content): string {
  if (body.kind === 'text') return body.text
  return body.kind === 'json' ? JSON.stringify(body.value) : ''
}
