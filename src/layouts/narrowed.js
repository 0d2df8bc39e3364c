// An address that asks for some pieces: the list of all is not shown first (features/collection).
if (location.search) document.documentElement.dataset.narrowed = '';
