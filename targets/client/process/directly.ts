import type { ClientProfile } from '../../profile/index.ts'

/** No proxy may be used between a client and this machine, whatever the environment says. */
export function directly(env: ClientProfile['programEnv']): ClientProfile['programEnv'] {
  const names = [env.NO_PROXY ?? env.no_proxy, '127.0.0.1', 'localhost', '::1'].filter(Boolean).join(',')
  return { NO_PROXY: names, no_proxy: names }
}
