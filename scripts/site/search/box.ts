import MiniSearch from 'minisearch';
import { searchOptions } from './entry';

declare global {
  var siteIndex: object | undefined;
}

const most = 12;

/** A field that lists the pages that say something; the index is loaded when it is first used. */
export function searchBox(base: URL): void {
  const place = document.getElementById('search');
  if (place === null) return;
  place.setAttribute('role', 'search');
  place.innerHTML =
    '<label for="search-text">Search</label><input id="search-text" type="search" autocomplete="off">' +
    '<ul id="search-found" hidden></ul><p id="search-count" role="status"></p>';
  const input = place.querySelector('input');
  const list = place.querySelector('ul');
  const count = place.querySelector('p');
  if (input === null || list === null || count === null) return;
  let search: Promise<MiniSearch> | undefined;
  const show = async (): Promise<void> => {
    const text = input.value.trim();
    const found = text === '' ? [] : (await (search ??= load(base))).search(text).slice(0, most);
    if (input.value.trim() !== text) return;
    list.replaceChildren(...found.map(({ id, title }) => entry(new URL(String(id), base), String(title))));
    list.hidden = found.length === 0;
    count.textContent = text === '' || found.length > 0 ? '' : 'No page says that.';
  };
  input.addEventListener('focus', () => {
    search ??= load(base);
  });
  input.addEventListener('input', () => void show());
  place.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    input.value = '';
    void show();
    input.focus();
  });
}

function entry(address: URL, title: string): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = address.href;
  link.textContent = title;
  item.append(link);
  return item;
}

function load(base: URL): Promise<MiniSearch> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = new URL('search-index.js', base).href;
    script.onload = () => {
      resolve(MiniSearch.loadJS(globalThis.siteIndex ?? {}, searchOptions));
    };
    script.onerror = () => {
      reject(new Error('the index of the search is missing'));
    };
    document.head.append(script);
  });
}
