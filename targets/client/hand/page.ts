import { SCRIPT } from './script.ts'
import { STYLE } from './style.ts'

/**
 * The page of a run that people drive.
 *
 * @param desk the path at which its script asks for the state
 */
export const page = (desk: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>Certification of a client</title><style>${STYLE}</style></head><body>
<header><h1>Certification of a client</h1>
<p>Each session below has a platform of its own. Set the address and the credentials once. Your requests then reach the open session:</p>
<ol><li>Choose a session, or use the open one.</li>
<li>Send the submission with your application, and continue. This page shows each request at once.</li>
<li>Enter what your application shows, then press Done. A session also ends when its journey has ended and no request comes for 15 seconds. Its verdict appears then.</li></ol></header>
<section class="bar" aria-label="How far it is"><span id="sum" role="status">Loading the sessions …</span> <progress value="0" max="1" aria-label="Sessions that are done"></progress>
<label>Sessions shown <select id="which"><option value="all">all</option><option value="waits">waiting</option><option value="goes-on">in progress</option><option value="done">done</option></select></label>
<button id="end" type="button">End the certification</button></section>
<section aria-labelledby="once-title"><h2 id="once-title">Set once</h2><div id="once"></div><p id="now" role="status"></p></section>
<main></main>
<dialog id="sure" aria-labelledby="sure-title"><form method="dialog"><h2 id="sure-title">End the certification?</h2><p></p><button value="stay" autofocus>Go on</button> <button value="end" class="main">End it</button></form></dialog>
<script>const DESK = ${JSON.stringify(desk)};${SCRIPT}</script>
</body></html>
`
