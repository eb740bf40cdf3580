import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isObject } from '../../conformance/json/object.ts'
import { parseJson } from '../../conformance/json/parse.ts'
import { CannotTell } from '../../conformance/verdict.ts'
import type { PlatformContext } from '../../suites/platform/index.ts'
import { statedState } from '../checks/states.ts'
import type { Interaction } from '../model.ts'
import { cause } from './event.ts'
import { emptyFixture, type Fixture, setUp, tearDown } from './fixture.ts'
import { forwardRequest } from './forward.ts'
import { MESSAGE_PATH, STATES_PATH } from './paths.ts'
import type { StateRecipe, StateRecipes } from './states.ts'

/** The server between the library's verifier and the platform, for one interaction. */
export interface VerifierServer {
  readonly url: string
  /**
   * Undoes what its provider states changed.
   * @returns ids of the exchange and the delivery that the verifier was given
   * @throws CannotTell where the interaction could not be set up
   */
  end(): Promise<Fixture['shown']>
  close(): Promise<void>
}

export async function startFront(
  context: PlatformContext,
  recipes: StateRecipes,
  interaction: Interaction,
): Promise<VerifierServer> {
  const fixture = emptyFixture()
  let obstacle: CannotTell | undefined

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    const url = request.url ?? '/'
    try {
      if (obstacle !== undefined) throw obstacle
      if (url === STATES_PATH) send(response, 200, await states(parseJson(body)))
      else if (url === MESSAGE_PATH) {
        const delivered = await cause(context, eventOf(interaction, fixture))
        fixture.shown = { arrival: delivered.arrival }
        send(response, 200, delivered)
      } else if (interaction.kind !== 'http') send(response, 404, { error: 'a message is not asked for' })
      else {
        const { method = 'GET', headers } = request
        const out = await forwardRequest(context, interaction, fixture, { method, url, headers, body })
        response.writeHead(out.status, out.headers.flat())
        response.end(out.body)
      }
    } catch (error) {
      if (!(error instanceof CannotTell)) throw error
      obstacle = error
      send(response, 500, { error: error.message })
    }
  }

  async function states(asked: unknown): Promise<unknown> {
    const name = isObject(asked) ? String(asked.state) : ''
    await setUp(context, recipeOf(context, recipes, name, interaction), fixture)
    return fixture.quote === undefined
      ? {}
      : { id: fixture.quote, quote_id: fixture.quote, quoteId: fixture.quote }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => send(response, 500, { error: String(error) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async end() {
      await tearDown(fixture)
      if (obstacle !== undefined) throw obstacle
      return fixture.shown
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The recipe of a state: found by its name, else by the quote state that it names unambiguously. */
function recipeOf(
  { spec }: PlatformContext,
  recipes: StateRecipes,
  name: string,
  interaction: Interaction,
): StateRecipe {
  const known = recipes.get(name)
  if (known !== undefined) return known
  const names = spec.lifecycle.states.map((one) => one.name)
  const own = interaction.states.filter((one) => one.name === name)
  const quote = statedState({ ...interaction, states: own }, names)
  if (quote === undefined)
    throw new CannotTell(`the provider state ${JSON.stringify(name)} is unknown`, '--states')
  return { quote }
}

function eventOf(interaction: Interaction, fixture: Fixture): string {
  if (fixture.event !== undefined) return fixture.event
  const value =
    interaction.kind === 'message' && interaction.contents.kind === 'json'
      ? interaction.contents.value
      : undefined
  return isObject(value) ? String(value.type) : ''
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}
