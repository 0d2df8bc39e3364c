// The URL has filters: the full list is not shown first (features/collection).
if (location.search) document.documentElement.dataset.narrowed = '';
