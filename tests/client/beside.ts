import type { FakeClient } from './fake.ts'

/** Downloads the proposal beside the journey, and ends at once when something else was refused. */
export function proposalBeside(client: FakeClient): void {
  const [proposal, update, travel] = [client.proposal, client.update, client.travel]
  let begun: Promise<void> | undefined
  client.update = (id, state) => {
    if (state === 'ready_to_bind') {
      begun = proposal.call(client, id)
      begun.catch(() => undefined)
    }
    return update.call(client, id, state)
  }
  client.proposal = async () => undefined
  client.travel = async () => {
    await travel.call(client)
    await begun
  }
  client.exitCode = (code) => (code === 0 ? code : process.exit(code))
}
