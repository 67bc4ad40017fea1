# The app in a container: docker build -t tokenizer-playground . && docker run --rm -p 8501:8501 tokenizer-playground
FROM python:3.11.13-slim-bookworm

# 1000 is the number under which Hugging Face Spaces runs a container.
RUN useradd --uid 1000 --no-create-home --home-dir /tmp/home --shell /usr/sbin/nologin app
WORKDIR /app

COPY requirements.txt ./
RUN pip install --no-cache-dir --root-user-action=ignore -r requirements.txt

COPY LICENSE streamlit_app.py ./
COPY .streamlit .streamlit
COPY static static
COPY data data
COPY tokcore tokcore
COPY workshop workshop
COPY ui ui
COPY pages pages

# Everything that is written goes below /tmp, so that the rest may be read-only. Without the welcome message
# Streamlit has no reason to ask another host for this machine's address. Fewer arenas: each visitor's thread would
# otherwise keep free memory of its own. And what is large is given back when it is free, always: else the C library
# stops doing so once something large has gone.
ENV HOME=/tmp/home \
    XDG_CACHE_HOME=/tmp/cache \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=131072 \
    STREAMLIT_LOGGER_HIDE_WELCOME_MESSAGE=true \
    STREAMLIT_SERVER_ADDRESS=0.0.0.0 \
    STREAMLIT_SERVER_FILE_WATCHER_TYPE=none \
    STREAMLIT_SERVER_PORT=8501
USER 1000:1000
EXPOSE 8501

# The empty ProxyHandler keeps a proxy for outgoing requests from being asked for this machine.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as u; u.build_opener(u.ProxyHandler({})).open('http://127.0.0.1:' + os.environ['STREAMLIT_SERVER_PORT'] + '/_stcore/health', timeout=4)"]

ENTRYPOINT ["python", "-m", "streamlit", "run", "streamlit_app.py", "--server.headless=true"]
