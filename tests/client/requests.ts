import type { FakeClient } from './fake.ts'

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
