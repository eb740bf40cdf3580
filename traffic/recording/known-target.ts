import type { KnownOwners } from './credentials.ts'
import { digest } from './secrets.ts'

/** Addresses and keys of a platform, where a profile names them. */
export interface KnownTarget {
  readonly baseUrl: string
  readonly authUrl: string
  readonly integrationKey: string
  readonly secondaryIntegrationKey?: string
  readonly otherIntegrationKey?: string
}

/** Whose each key is, by its digest. */
export function ownersIn(known: KnownTarget | undefined): KnownOwners {
  if (known === undefined) return { keys: new Map() }
  const { integrationKey, secondaryIntegrationKey: second, otherIntegrationKey: other } = known
  return {
    keys: new Map([
      [digest(integrationKey), 'primary'] as const,
      ...(second === undefined ? [] : [[digest(second), 'secondary'] as const]),
      ...(other === undefined ? [] : [[digest(other), 'other-partner'] as const]),
    ]),
  }
}
