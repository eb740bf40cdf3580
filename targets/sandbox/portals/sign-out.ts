import { html } from '../../../web/html.ts'
import type { PortalOperation } from './operation.ts'
import { type SessionRole, signOut } from './people.ts'
import type { Area } from './visit.ts'

/**
 * The operation that signs somebody out of an area.
 *
 * @param roles all that ends with it: a login may open more than one area
 */
export function signingOut(area: Area, ...roles: readonly SessionRole[]): PortalOperation {
  const path = `${area.href}/sign-out`
  return {
    path,
    button: 'Sign out',
    given: () => ({}),
    async act(_given, _platform, visit) {
      await signOut(visit, roles)
      return {}
    },
    done: () => ({ to: '/' }),
    page: { area, path, draw: () => ({ title: 'Sign out', main: html`` }) },
  }
}
