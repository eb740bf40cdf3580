import type { FakeClient } from '../fake.ts'

/** A client with one defect. */
export interface Defect {
  change(client: FakeClient): void
  /** Scenarios in which the defect shows. */
  readonly in: readonly string[]
  /** The requirements that must fail. */
  readonly finds: readonly string[]
  /** The requirements that must only warn. */
  readonly warns?: readonly string[]
}

/** A defect that shows in one session and breaks one requirement. */
export const defect = (
  scenario: string,
  requirement: string,
  change: (client: FakeClient) => void,
): Defect => ({ change, in: [scenario], finds: [requirement] })

/** A defect that only leads to a warning. */
export const warned = (
  scenario: string,
  requirement: string,
  change: (client: FakeClient) => void,
): Defect => ({ change, in: [scenario], finds: [], warns: [requirement] })

/** Replaces the headers of each request. */
export function withHeaders(
  client: FakeClient,
  change: (headers: Record<string, string>, operation: string) => Record<string, string>,
): void {
  const usual = client.headers.bind(client)
  client.headers = (operation, body) => change(usual(operation, body), operation)
}

/** Replaces the token request. */
export function withTokenRequest(
  client: FakeClient,
  change: (sent: ReturnType<FakeClient['tokenRequest']>) => ReturnType<FakeClient['tokenRequest']>,
): void {
  const usual = client.tokenRequest.bind(client)
  client.tokenRequest = () => change(usual())
}

export const without = (headers: Record<string, string>, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name))
