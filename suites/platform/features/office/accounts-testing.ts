import { done, noToken, snapshotOf, tokenAnswer } from '../../vocabulary/operator/testing.ts'
import type { AccountState } from './accounts.ts'

/** Makes an account in a status, with token requests of two clients. */
export const stand = (
  action: 'register_partner' | 'approve_partner' | 'deny_partner' | 'disable_partner',
  status: string,
) =>
  ({
    step: done(action),
    snapshot: snapshotOf('show_partner', { account: { state: 'CA' }, status }),
    clients: [snapshotOf('show_client', {})],
    keys: snapshotOf('list_keys', []),
    tokens: status === 'active' ? [tokenAnswer(), tokenAnswer()] : [noToken(), noToken()],
  }) satisfies AccountState
