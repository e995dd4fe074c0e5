import { followEvents } from './follow-events';

/** The program of the thread that all tabs of a browser share: a browser opens six connections to a host, and no more. */
const ports = new Set<MessagePort>();
const { current, again } = followEvents((news) => {
  for (const port of ports) port.postMessage(news);
});

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port === undefined) return;
  ports.add(port);
  // Who closes says so; a message to one that crashed is lost.
  port.onmessage = () => {
    ports.delete(port);
  };
  again();
  port.postMessage(current());
});
