import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { createAttempts } from '../../../web/limits.ts'
import { addLive } from '../../../web/live.ts'
import { createPasswords } from '../../../web/passwords.ts'
import { openWeb } from '../../../web/server.ts'
import { sameSecret } from '../credentials/same-secret.ts'
import type { DeliveryQueue } from '../deliveries/sender.ts'
import type { Platform } from '../platform.ts'
import { createPortalData, newCookieSecret, type PortalData } from './data.ts'
import { frontPages } from './front.ts'
import { addOperation, addPage, type Page, type PortalOperation } from './operation.ts'
import { apiPages } from './operator/api.ts'
import { operatorSignInOperations, operatorSignInPages } from './operator/area.ts'
import { controlOperations, controlPages } from './operator/controls.ts'
import { outboxPages } from './operator/outbox.ts'
import { overviewPages } from './operator/overview.ts'
import { partnerAdminOperations, partnerAdminPages } from './operator/partners.ts'
import { quoteOperations, quotePages } from './operator/quotes.ts'
import { leavePartner } from './partner/area.ts'
import { credentialOperations, credentialPages } from './partner/credentials.ts'
import { homePages } from './partner/home.ts'
import { keyOperations, keyPages } from './partner/keys.ts'
import { registerOperations, registerPages } from './partner/register.ts'
import { signInOperations, signInPages } from './partner/sign-in.ts'
import { teamOperations, teamPages } from './partner/team.ts'
import { signIn } from './people.ts'
import type { Site, SiteFacts } from './site.ts'
import { failurePage, Visit } from './visit.ts'
import { leaveWebhooks } from './webhook/area.ts'
import { benchOperations, benchPages } from './webhook/bench.ts'
import { cataloguePages } from './webhook/catalogue.ts'
import { deliveryOperations, deliveryPages } from './webhook/deliveries.ts'
import { oneEndpointOperations, oneEndpointPages } from './webhook/endpoint.ts'
import { endpointOperations, endpointPages } from './webhook/endpoints.ts'
import { webhookSignInOperations, webhookSignInPages } from './webhook/sign-in.ts'

export interface PortalOptions {
  /** The time of day in milliseconds since the epoch: sessions and letters last by it. */
  now(): number
  /** Default: kept where the sandbox keeps everything. */
  readonly data?: PortalData
  /** How strongly passwords are hashed; weaker in tests. */
  readonly passwords?: Parameters<typeof createPasswords>[0]
  /** How often a secret may be tried; more often in tests. */
  readonly attempts?: Parameters<typeof createAttempts>[1]
  /** Returns the line for a shell that passes deliveries on to another receiver; absent where the sandbox has no listeners. */
  listenLine?(): string
}

const pages: readonly Page[] = [
  ...frontPages,
  ...[registerPages, signInPages, homePages, credentialPages, keyPages, teamPages].flat(),
  ...[webhookSignInPages, endpointPages, oneEndpointPages, deliveryPages, cataloguePages, benchPages].flat(),
  ...[
    operatorSignInPages,
    overviewPages,
    partnerAdminPages,
    quotePages,
    controlPages,
    outboxPages,
    apiPages,
  ].flat(),
]

const operations: readonly PortalOperation[] = [
  ...[leavePartner, leaveWebhooks],
  ...[registerOperations, signInOperations, credentialOperations, keyOperations, teamOperations].flat(),
  ...[
    webhookSignInOperations,
    endpointOperations,
    oneEndpointOperations,
    deliveryOperations,
    benchOperations,
  ].flat(),
  ...[operatorSignInOperations, partnerAdminOperations, quoteOperations, controlOperations].flat(),
]

/**
 * Adds the partner portal, the webhook portal and the operator's pages to the server of the quote API. They are a part of their own:
 * nothing of it touches a request to the API.
 */
export function addPortals(
  server: FastifyInstance,
  { now, data: given, passwords, attempts: limits, listenLine }: PortalOptions,
  parts: {
    readonly platform: Platform
    readonly queue: DeliveryQueue
    readonly isHttps: boolean
    readonly description: string
    facts(): SiteFacts
    /** Returns what an earlier start made under this name, or makes it. */
    once(name: string, make: () => string): string
  },
): void {
  const { platform, queue, isHttps, description, facts, once } = parts
  const data =
    given ??
    createPortalData(
      (name, form) => platform.keeping.map(name, form),
      once('portal-cookie-secret', newCookieSecret),
    )
  server.register(async (scope) => {
    const failed: Parameters<typeof openWeb>[1]['failed'] = (status, message, _request, reply) =>
      failurePage(status, message, reply)
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, isPage: true }
    })
    const { cookieSecret, sessions } = data
    const saved = (then: () => void) => void platform.keeping.saved(then)
    await openWeb(scope, { cookieName: 'quote-sandbox', cookieSecret, isHttps, sessions, saved, now, failed })
    const attempts = createAttempts(scope, limits)
    const site: Site = {
      platform,
      queue,
      data,
      passwords: createPasswords(passwords),
      attempts,
      description,
      now,
      facts,
      ...(listenLine && { listenLine }),
    }
    for (const page of pages) addPage(scope, page, site)
    for (const operation of operations) addOperation(scope, operation, site)
    for (const area of ['/partner', '/webhooks', '/operator']) {
      addLive(scope, `${area}/live`, () => shown(area, platform))
      scope.get(`${area}/*`, (_request, reply) => failurePage(404, 'Nothing is at this address.', reply))
    }
    addEntrance(scope, site)
  })
}

/** Differs between two processes: each counts from 0. */
const PROCESS = randomUUID()

/** Changes with what the pages of an area show. Only the operator's list requests, most of which change nothing. */
const shown = (area: string, { traffic: { changes, noted } }: Platform): string =>
  [PROCESS, changes, area === '/operator' ? noted : ''].join('-')

/** The link that the sandbox prints: it signs the operator in. */
function addEntrance(scope: FastifyInstance, site: Site): void {
  scope.get('/operator/enter/:secret', async (request, reply) => {
    const visit = new Visit(site, request, reply)
    if (!sameSecret(visit.params.secret ?? '', site.facts().controlSecret))
      return visit.redirect('/operator/sign-in')
    await signIn(visit, 'operator', true)
    return visit.redirect('/operator')
  })
}
