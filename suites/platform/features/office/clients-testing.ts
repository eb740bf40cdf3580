import { answeredWith, done, noToken, snapshotOf, tokenAnswer } from '../../vocabulary/operator/testing.ts'
import type { ClientAfter } from './client-changes.ts'
import type { ClientSeen, ClientsTrace } from './clients.ts'

/** The uuid in a client's id. */
export const UUID = '0b7f8a52-7d2c-4f3a-9d3e-1f2a3b4c5d6e'
/** A client as a portal shows it; names of fields are the platform's choice. */
export const SHOWN = {
  label: 'Desk',
  about: 'Of the desk',
  id: `m2m-p1-${UUID}`,
  status: 'active',
  created: '2026-03-01',
  preview: '***WXYZ',
}

/** A client that was created and gets a token. */
export const createdClient: ClientSeen = {
  step: done('create_client'),
  id: SHOWN.id,
  name: 'Desk',
  description: 'Of the desk',
  lastFour: 'WXYZ',
  token: tokenAnswer(),
  snapshot: snapshotOf('show_client', { page: [SHOWN] }),
}

function after(isInactive: boolean | undefined, wasInactive = true): ClientAfter {
  return {
    properties: { id: SHOWN.id, name: 'Desk', description: 'Of the desk', lastFour: 'WXYZ' },
    isInactive,
    wasInactive,
    snapshot: snapshotOf('show_client', { ...SHOWN, status: isInactive === true ? 'inactive' : 'active' }),
    token: isInactive === true ? noToken() : tokenAnswer(),
  }
}

/** The trace of a platform that keeps to every statement on clients. */
export const right: ClientsTrace = {
  partnerId: 'p1',
  clients: [createdClient, createdClient],
  key: done('create_key'),
  submitted: answeredWith(200, {}, 'submit'),
  withFirst: answeredWith(200, {}, 'status'),
  withSecond: answeredWith(200, {}, 'status'),
  crossed: [noToken(), noToken()],
  changes: [
    {
      when: 'after client 1 was deactivated',
      step: done('deactivate_client'),
      clients: [after(true), after(false, false)],
      own: tokenAnswer(),
    },
    {
      when: 'after client 2 was deactivated',
      step: done('deactivate_client'),
      clients: [after(true), after(true)],
      own: tokenAnswer(),
    },
    {
      when: 'after client 1 was activated',
      step: done('activate_client'),
      clients: [after(false), after(true)],
      own: tokenAnswer(),
    },
  ],
}
